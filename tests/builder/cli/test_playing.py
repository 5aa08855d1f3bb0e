"""Games played, simulated and told again by the commands."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.commands import ROOT, Arsenal, InJson

DUEL = "duel-of-fire-and-ice"
SEED = ("--seed", "3")


def first_always(most: int = 400) -> str:
    """What is typed to take the first option each time."""
    return "1\n" * most


def test_a_game_goes_to_its_end(arsenal: Arsenal) -> None:
    said = arsenal("play", DUEL, *SEED, typed=first_always()).stdout
    assert said.startswith("Saucer Dice: You, Player 2 (greedy); seed 3\n")
    lines = said.splitlines()
    assert "Round 1: it is your turn." in lines
    assert "Round 3: it is player 2’s turn." in lines
    assert "You roll the Defense dice: [Red Blaster], [Yellow Blaster] and [Missile]." in lines
    assert "1. Keep all dice" in lines
    assert re.fullmatch(r"(You win|Player 2 wins|The victory is shared)\.", lines[-1])
    points = [int(found) for found in re.findall(r"^(?:You have|Player 2 has) (\d+) points?\.$", said, re.MULTILINE)]
    won = lines[-1].startswith("You")
    assert (points[0] > points[1]) == won


def test_who_thinks_plays_where_that_is_limited(arsenal: Arsenal) -> None:
    said = arsenal("play", DUEL, *SEED, "--think", "3", typed=first_always(5)).stdout
    assert said.startswith("Saucer Dice: You, Player 2 (search:3); seed 3\n")
    assert arsenal("play", DUEL, *SEED, "--bots", "human,search:3", typed=first_always(5)).stdout == said
    wrong = arsenal("play", DUEL, "--think", "soon", code=2).stderr
    assert '"search:soon" should have a number of worlds, or seconds, after the colon' in wrong
    assert 'did you mean "search"?' in arsenal("play", DUEL, "--bots", "human,serch", code=2).stderr


def test_the_same_seed_gives_the_same_game(arsenal: Arsenal) -> None:
    one = arsenal("play", DUEL, *SEED, typed=first_always(3)).stdout
    assert arsenal("play", DUEL, *SEED, typed=first_always(3)).stdout == one
    assert arsenal("play", DUEL, "--seed", "4", typed=first_always(3)).stdout != one


def test_a_game_in_french(arsenal: Arsenal) -> None:
    said = arsenal("play", DUEL, *SEED, "--lang", "fr", typed=first_always()).stdout
    begins = "Dés et soucoupes : Vous, Le joueur 2 (greedy) ; graine 3\n? explique ce qui peut se taper.\n"
    assert said.replace("\N{NO-BREAK SPACE}", " ").startswith(begins)
    assert "Vous lancez les dés de défense\N{NO-BREAK SPACE}: canon rouge, canon jaune et missile." in said
    assert re.search(r"^(Vous gagnez|Le joueur 2 gagne)\.$", said, re.MULTILINE)
    assert 'no words in "tlh"' in arsenal("play", DUEL, "--lang", "tlh", code=2).stderr


@pytest.mark.parametrize(
    ("arguments", "typed", "expected"),
    [
        ((DUEL,), "?\n", "? 3        expliquer le choix 3"),
        ((DUEL,), "undo\nsave\n? zork\n", "Il n’y a rien à reprendre.\nDites dans quel fichier"),
        ((DUEL,), "hnt\n", "n’est ni un choix ni une commande. Vouliez-vous dire « hint » ? Tapez un nombre de 1 à 2"),
        ((), "", "erreur : aucun deck n’est nommé\n  = aide : `arsenal games` donne les decks d’exemple"),
        ((DUEL, "--bots", "humn"), "", "il n’y a pas de joueur « humn »\n  = aide : vouliez-vous dire « human » ?"),
    ],
)
def test_what_stands_around_a_game_is_in_its_language(
    arsenal: Arsenal, arguments: tuple[str, ...], typed: str, expected: str
) -> None:
    done = arsenal("play", *arguments, *SEED, "--lang", "fr", typed=typed, code=0 if typed else 2)
    assert expected in (done.stdout + done.stderr).replace("\N{NO-BREAK SPACE}", " ")


def test_plain_lines_say_what_has_changed_and_nothing_is_drawn(arsenal: Arsenal) -> None:
    said = arsenal("play", DUEL, *SEED, "--plain", typed="1\n").stdout
    assert "You: Planet: all undamaged" in said
    assert said.count("You: Planet: all undamaged") == 1
    assert not re.search("[●◐│╭\x1b]", said)


def test_wrong_entries_are_reported_and_asked_again(arsenal: Arsenal) -> None:
    said = arsenal("play", DUEL, *SEED, typed="0\n9\n99999999999999999999\n-1\nhinz\ne\n?x\n\n1\n").stdout
    assert '"0" is no option and no command. Type a number from 1 to 2, or ? for help.' in said
    assert '"9" is no option' in said
    assert '"99999999999999999999" is no option' in said
    assert 'Did you mean "hint"?' in said
    assert '"e" may be 1, 2: type a number.' in said
    assert 'There is no option and no card "x".' in said
    assert said.count("1. Keep all dice") == 2, "an empty line shows the options again"
    assert "Leave [Yellow Blaster] unused" in said


def test_an_option_can_be_chosen_by_its_words(arsenal: Arsenal) -> None:
    by_words = arsenal("play", DUEL, *SEED, typed="keep\nLEAVE\n").stdout
    assert by_words == arsenal("play", DUEL, *SEED, typed="1\n1\n").stdout
    # all words, though other options have them too
    for typed in ("reroll [missile]\n", "REROLL  missile\n", "2\nn\n\nyes\n", "reroll\n0\n0\n1\n"):
        assert "Rerolls left: 2" in arsenal("play", DUEL, *SEED, typed=typed).stdout, typed


def test_dice_are_asked_for_one_by_one(arsenal: Arsenal) -> None:
    said = arsenal("play", DUEL, *SEED, typed="2\ny\nn\ny\nquit\n").stdout
    assert "2. Choose some, one by one (7 ways)\n[Red Blaster]? y or n\n[Yellow Blaster]? y or n\n[Missile]?" in said
    by_words = arsenal("play", DUEL, *SEED, typed="reroll red blaster and missile\nquit\n").stdout
    assert said.rpartition("You reroll")[2] == by_words.rpartition("You reroll")[2]
    for none in ("2\nn\nn\nn\n", "2\nwhat\n", "2\ny\nundo\n"):  # back to the list, and nothing is done
        back = arsenal("play", DUEL, *SEED, typed=none).stdout
        assert back.count("1. Keep all dice") == 2
        assert "You reroll" not in back
    french = arsenal("play", DUEL, *SEED, "--lang", "fr", typed="2\no\nnon\noui\n").stdout
    assert "ou n\n" in french
    assert french.count("2. En choisir, un par un") == 2


def test_a_hand_is_kept_once(arsenal: Arsenal) -> None:
    said = arsenal("play", "earthwall", "the-accord", *SEED, typed="1\n").stdout
    assert said.count("Keep this hand") == 1
    assert "Turn 1" in said
    again = arsenal("play", "earthwall", "the-accord", *SEED, typed="2\n1\n1\n1\n1\n1\n1\n").stdout
    assert again.count("Keep this hand") == 2, "who has redrawn is asked about the new hand"
    always = arsenal("play", "earthwall", "the-accord", *SEED, "--always-ask", typed="1\n").stdout
    assert always.count("Keep this hand") == 2


def test_a_card_used_once_a_game_is_marked(arsenal: Arsenal) -> None:
    said = arsenal("play", "fifty-two", *SEED, typed="1\n").stdout
    assert "2. Double with Jack of Spades (Once per game)" in said
    assert "(Once" not in said.partition("You play")[0]


def test_help_and_explanations(arsenal: Arsenal) -> None:
    said = arsenal("play", DUEL, *SEED, typed="?\nhelp\n? 2\n? your turn\n").stdout
    assert said.count("undo  take back your last choice") == 2
    assert "2. Choose some, one by one (7 ways)\nRed Blaster: Repels red Flying Saucers. It fires triangles." in said
    assert "Your Turn: " in said


def test_undo_and_hint(arsenal: Arsenal) -> None:
    said = arsenal("play", DUEL, *SEED, typed="undo\nreroll red blaster\nhint\nundo\nreroll yellow blaster\n").stdout
    assert "There is nothing to take back." in said
    assert re.search(r"A bot that looks ahead would choose \d: (Reroll|Keep)", said)
    after = said.partition("Taken back.")[2]
    assert "Rerolls left: 3" in after
    # what was taken back has left no trace: the dice that come now are those of the other choice
    assert after.partition("1. Keep")[2].count("You reroll") == 1
    straight = arsenal("play", DUEL, *SEED, typed="reroll yellow blaster\n").stdout
    assert straight.rpartition("You reroll")[2] == said.rpartition("You reroll")[2]


def test_undo_goes_back_over_the_bots_turn(arsenal: Arsenal) -> None:
    said = arsenal("play", DUEL, *SEED, typed="1\n1\nundo\nundo\nundo\n1\n1\nlog\n").stdout
    assert said.count("Taken back.") == 2
    assert "There is nothing to take back." in said
    log = said.rpartition("2. Choose some")[2]
    assert log.count("Round 1: it is player 2’s turn.") == 1


def test_a_game_is_saved_and_goes_on(arsenal: Arsenal, tmp_path: Path) -> None:
    whole = arsenal("play", DUEL, *SEED, typed=first_always()).stdout
    first = arsenal("play", DUEL, *SEED, "--save", "game.json", typed="1\n1\n1\n")
    assert "the game is in game.json" in first.stderr
    data = json.loads((tmp_path / "game.json").read_text("utf-8"))
    assert (data["schema"], data["names"], data["seed"]) == ("arsenal/saved-game", ["human", "greedy"], 3)
    assert len(data["options"]) > 3
    rest = arsenal("play", "--load", "game.json", typed=first_always()).stdout
    assert whole.endswith("".join(rest.splitlines(keepends=True)[-40:]))
    # within a game, too, and with other players
    said = arsenal("play", DUEL, *SEED, typed="1\nsave\nsave mine.json\nsave nowhere/x.json\nconcede\n").stdout
    assert "Say in which file" in said
    assert "arsenal play --load mine.json goes on with it" in said
    assert 'there is no folder "nowhere"' in said
    assert said.endswith("You concede.\nPlayer 2 wins.\n")
    done = arsenal("play", "--load", "mine.json", "--bots", "random").stdout
    assert "win" in done.splitlines()[-1]


def test_people_are_always_asked_where_they_want(arsenal: Arsenal, tmp_path: Path) -> None:
    for name, options, asked in (
        ("all", ("--always-ask",), [0, 2]),
        ("some", (), None),
        ("none", ("--always-ask", "--bots", "greedy"), None),
    ):
        decks = ("earthwall", "slow-spring", "the-accord")
        bots = () if "--bots" in options else ("--bots", "human,greedy,human")
        arsenal("play", *decks, *SEED, *bots, *options, "--save", f"{name}.json", typed="1\n1\n")
        assert json.loads((tmp_path / f"{name}.json").read_text("utf-8")).get("always-ask") == asked
    assert "seed 3" in arsenal("play", "--load", "all.json", typed="1\n").stdout
    refused = arsenal("play", "--load", "all.json", "--always-ask", code=2).stderr
    assert "a saved game says who is always asked" in refused


def test_a_saved_game_is_read_as_hostile(arsenal: Arsenal, tmp_path: Path) -> None:
    arsenal("play", DUEL, *SEED, "--save", "game.json", typed="1\n")
    data = json.loads((tmp_path / "game.json").read_text("utf-8"))
    for change, said in (
        ({"options": [77]}, "options[0] is 77, and the options are"),
        ({"players": 9}, "is for 2 to 6 players"),
        ({"names": ["human", "\x1b[31mhal"]}, 'there is no player "�[31mhal"'),
        ({"seats": [4]}, "save.seats[0] is 4, and should be"),
        ({"bundles": []}, "there is no deck to play with"),
    ):
        (tmp_path / "bad.json").write_text(json.dumps({**data, **change}), "utf-8")
        assert said in arsenal("play", "--load", "bad.json", code=2).stderr
    assert "can't be read: no such file" in arsenal("play", "--load", "none.json", code=2).stderr
    assert "leave out the decks" in arsenal("play", DUEL, "--load", "game.json", code=2).stderr


@pytest.mark.usefixtures("own_pack")
def test_a_pack_is_not_written_over(arsenal: Arsenal) -> None:
    said = arsenal("play", DUEL, *SEED, "--save", "moon-duel/game.yaml", typed="1\n", code=2)
    assert "is a file of the pack moon-duel" in said.stderr


def test_bots_play_alone(arsenal: Arsenal) -> None:
    said = arsenal("play", "table-for-four", "--bots", "random,greedy", *SEED).stdout
    assert said.startswith("Saucer Dice: Player 1 (random), Player 2 (greedy), Player 3 (greedy), Player 4 (greedy)")
    assert "Player 1 rolls the Defense dice" in said
    assert "1. " not in said


def test_several_people_play_at_one_terminal(arsenal: Arsenal) -> None:
    said = arsenal("play", DUEL, "--bots", "human", *SEED, typed=first_always()).stdout
    assert "Player 2 (human) decides now." in said
    assert "You roll the Defense dice" in said
    assert re.search(r"^Player [12] wins\.$", said, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "no deck is named"),
        (("no-such-deck",), 'no sample deck "no-such-deck"'),
        ((DUEL, "podfall"), "the decks are of different games: saucer-dice, invasion-tcg"),
        ((DUEL, "table-for-four"), "one deck for the whole table, and there are 2"),
        ((DUEL, "--players", "7"), "7"),
        ((DUEL, "--bots", "human,hal"), 'there is no player "hal"'),
        ((DUEL, "--bots", "human,greedy,greedy"), "there are 3 names in --bots for 2 players"),
        ((DUEL, "--bots", ","), "--bots names nobody"),
        ((DUEL, "--format", "hard"), 'there is no format "hard"'),
    ],
)
def test_what_can_not_be_played(arsenal: Arsenal, arguments: tuple[str, ...], said: str) -> None:
    failed = arsenal("play", *arguments, code=1 if "--players" in arguments else 2)
    assert said in failed.stderr


def test_an_illegal_deck_is_refused(arsenal: Arsenal, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("name: Mine\ngame: saucer-dice\ncards: {your-turn: 40}\n", "utf-8")
    said = arsenal("play", "mine.yaml", code=1).stderr
    assert "illegal-deck" in said
    assert "so it is not played" in said
    assert "--force" not in said
    assert "illegal-deck" in arsenal("simulate", "mine.yaml", code=1).stderr


@pytest.mark.usefixtures("alone", "own_pack")
def test_a_game_that_no_module_plays_is_reported(arsenal: Arsenal) -> None:
    said = arsenal("play", "first-deck", "--packs", "moon-duel", code=2).stderr
    assert "the engine has no module for the game moon-duel" in said
    assert "saucer-dice" in said
    assert "--module FILE names a module of your own" in said


def test_simulate_says_who_wins_and_how_sure_that_is(arsenal: Arsenal, in_json: InJson) -> None:
    asked = ("simulate", DUEL, "--games", "6", "--bots", "greedy,random", "--seed", "1")
    found = in_json(*asked, schema="simulate-output")
    assert [deck["deck"] for deck in found["decks"]] == [f"{DUEL} (greedy)", f"{DUEL} (random)"]
    again = (*asked, "--jobs", "1")
    assert in_json(*again) | {"seconds": 0} == found | {"seconds": 0}
    said = arsenal(*again).stdout
    wins = found["decks"][0]["wins"]
    assert re.search(rf"^{DUEL} \(greedy\) +{wins} ", said, re.MULTILINE)
    assert "6 games, 0 draws; 6 to 6 turns" in said
    assert 'there is no bot "human"' in arsenal("simulate", DUEL, "--bots", "human", code=2).stderr


def test_simulate_says_what_its_figures_mean(arsenal: Arsenal) -> None:
    def said(*arguments: str) -> str:
        return arsenal("simulate", *arguments, "--bots", "random", "--jobs", "1").stdout

    assert "says something of who begins, and nothing of the deck" in said("earthwall", "--games", "2")
    three = ("podfall", "even-odds", "high-water")
    assert "6 games (2 of each of 3 pairings), 0 draws" in said(*three, "--games", "2")
    four = ("earthwall", "the-accord", "slow-spring", "open-for-business")
    assert "All 4 decks sat at one table; --players 2 plays every pair of them instead." in said(*four, "--games", "1")
    assert "6 games (1 of each of 6 pairings)" in said(*four, "--games", "1", "--players", "2")
    team = said("fifty-two", "--players", "3", "--games", "20")
    assert re.search(r"20 games, \d+ won in part; 6 to 6 turns", team)
    assert "the interval is normal, by their spread; else it is Wilson's." in team
    assert "All " not in team


def test_others_play_on_when_somebody_concedes(arsenal: Arsenal, tmp_path: Path) -> None:
    alone = arsenal("play", "table-for-four", *SEED, "--save", "game.json", typed="1\nconcede\n").stdout
    end = alone.partition("You concede.\n")[2]
    assert re.search(r"The others play on to the end\.\nPlayer [234] wins the game\.\n$", end)
    data = json.loads((tmp_path / "game.json").read_text("utf-8"))
    assert data["conceded"] == [[1, 0]]
    replayed = arsenal("replay", "game.json").stdout
    assert "Player 1 concedes." in replayed
    assert replayed.splitlines()[-1][:8] == end.splitlines()[-1][:8]
    # people who are left go on, and can take it back
    two = arsenal("play", "table-for-four", "--bots", "human,human,greedy", *SEED, typed="concede\n1\nundo\nundo\n1\n")
    assert "Player 2 (human) decides now." in two.stdout
    assert two.stdout.count("Taken back.") == 2
    assert "Player 2 concedes" not in two.stdout
    # who concedes in a series plays its next game
    series = arsenal("play", "earthwall-with-reserves", *SEED, typed="concede\n1\n").stdout
    assert "You are out of the game." in series
    assert "Game 2 of the series." in series


def test_who_has_won_is_named_wherever_a_game_is_shown(arsenal: Arsenal) -> None:
    typed = "concede\n1\n1\nconcede\n"
    three = ("earthwall", "the-accord", "second-warning", "--bots", "human")
    said = arsenal("play", *three, *SEED, "--save", "game.json", typed=typed).stdout
    end = re.search(r"is out of the game\.\n(The game is over\.\nPlayer [123] wins the game\.\n)$", said)
    assert end
    assert arsenal("replay", "game.json").stdout.endswith(end[1])
    # a game that is over when it is loaded, which told its end itself
    arsenal("play", DUEL, *SEED, "--save", "duel.json", typed="concede\n")
    assert arsenal("play", "--load", "duel.json").stdout.endswith("seed 3\nPlayer 2 wins the game.\n")
    assert arsenal("replay", "duel.json").stdout.count("wins") == 1
    french = arsenal("play", "table-for-four", *SEED, "--lang", "fr", typed="concede\n").stdout
    assert re.search(r"Les autres jouent jusqu’à la fin\.\nLe joueur [234] gagne la partie\.\n$", french)
    assert "Dés de défense\N{NO-BREAK SPACE}: " in french


def test_a_draw_is_no_shared_victory(arsenal: Arsenal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.games.future_invaders.rules.MOST_TURNS", 1)
    said = arsenal("play", "earthwall", "slow-spring", "--bots", "random", *SEED).stdout
    assert said.endswith("The engine ends a game after 2 turns.\nThe game is over.\nThe game is a draw.\n")


def test_replay_says_a_saved_game(arsenal: Arsenal) -> None:
    arsenal("play", DUEL, *SEED, "--save", "game.json", typed=first_always())
    said = arsenal("replay", "game.json").stdout
    assert "[1] Player 1: Keep all dice" in said
    assert re.search(r"^Player [12] wins\.$", said, re.MULTILINE)
    assert "c’est le tour du joueur 1." in arsenal("replay", "game.json", "--lang", "fr").stdout
    steps = arsenal("replay", "game.json", "--step", typed="\n\nq\n").stdout
    assert "[3]" in steps
    assert "[4]" not in steps
    arsenal("play", DUEL, *SEED, "--save", "short.json", typed="1\n")
    assert arsenal("replay", "short.json").stdout.endswith("The game is not over.\n")


# At a terminal ------------------------------------------------------------------------------------------------


class Terminal:
    """The command at a terminal of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "110", "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "builder", *arguments], cwd=folder, env=environment,
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self.said = ""

    def until(self, words: str, times: int = 1) -> str:
        """All that has been said once the words have been."""
        end = time.monotonic() + 30
        while self.said.count(words) < times:
            assert time.monotonic() < end, self.said
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.said += os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:
                    break
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self.said)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def end(self) -> int:
        code = self.process.wait(30)
        os.close(self.master)
        return code


def test_the_table_is_drawn_at_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", DUEL, *SEED)
    shown = terminal.until("> ")
    assert "● ●     ● ●" in shown
    assert "▶ You" in shown
    assert "╭" in shown
    terminal.type("quit\n")
    terminal.until("Keep the game in which file?")
    terminal.type("mine.json\n")
    assert terminal.end() == 0
    assert json.loads((tmp_path / "mine.json").read_text())["options"] == []


def test_ctrl_c_ends_a_game_and_keeps_it(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", DUEL, *SEED, "--save", "mine.json")
    terminal.until("> ")
    terminal.type("1\n")
    terminal.until("> ", 2)
    time.sleep(0.5)  # until it waits for what is typed
    os.killpg(terminal.process.pid, signal.SIGINT)
    said = terminal.until("error: stopped")
    assert "Traceback" not in said
    assert terminal.end() == 130
    assert len(json.loads((tmp_path / "mine.json").read_text())["options"]) == 1


@pytest.mark.long
def test_a_game_of_ones_own_is_played_by_the_module_next_to_it(
    arsenal: Arsenal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.modules._used", {})
    said = arsenal("new", "game", "Moon Duel", "--engine").stdout
    assert "wrote moon_duel.py" in said
    assert "arsenal play first-deck --module ../moon_duel.py" in said
    own = ("first-deck", "--packs", "moon-duel", "--module", "moon_duel.py")
    said = arsenal("play", *own, "--bots", "random,greedy", "--seed", "1", "--save", "mine.json").stdout
    assert said.endswith("Player 2: win.\n")
    shown = arsenal("replay", "mine.json", "--packs", "moon-duel", "--module", "moon_duel.py").stdout
    assert "play Coal Sprite" in shown or "Play Coal Sprite" in shown
    said = arsenal("simulate", *own, "--games", "20", "--bots", "greedy,random", "--jobs", "2").stdout
    assert "20 games" in said
    again = arsenal("new", "game", "Moon Duel", "--engine", code=2).stderr
    assert "moon_duel.py" in again
    (tmp_path / "cards.csv").write_text("name\nFlare\n", "utf-8")
    refused = arsenal("new", "game", "Sun Duel", "--from", "cards.csv", "--engine", code=2).stderr
    assert "leave out --from" in refused
    for text, why in (("1/0", "fails: ZeroDivisionError"), ("x = 1", "has no MODULE")):
        (tmp_path / "broken.py").write_text(text, "utf-8")
        said = arsenal("play", "first-deck", "--packs", "moon-duel", "--module", "broken.py", code=2).stderr
        assert why in said
        assert "Traceback" not in said

"""What helps those who write packs: starting one, formatting, explaining findings, translating."""

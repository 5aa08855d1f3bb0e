// Pages of a watched pack are loaded again when a file is saved. Where that could lose what somebody has typed, the
// page offers it instead. Hidden tabs send no requests.

const { event, live, show } = document.body.dataset;
let following = null;
let old = false;

function writing() {
  const { activeElement } = document;
  const typed =
    activeElement?.matches("input, textarea, select") && activeElement.value !== (activeElement.defaultValue ?? "");
  return typed || document.querySelector("dialog[open], #builder") !== null;
}

function heard({ data }) {
  if (old || !(JSON.parse(data).pack || JSON.parse(data).list)) return;
  old = true;
  following.close();
  if (!writing()) {
    location.reload();
    return;
  }
  const notice = document.createElement("p"),
    button = document.createElement("button");
  notice.className = "notice";
  notice.setAttribute("role", "status");
  button.type = "button";
  button.textContent = show;
  button.addEventListener("click", () => location.reload());
  notice.append(live, " ", button);
  document.querySelector("main").before(notice);
}

function follow() {
  following?.close();
  if (old || document.hidden) return;
  following = new EventSource(`/watch/events?after=${event}`);
  following.onmessage = heard;
}

document.addEventListener("visibilitychange", follow);
addEventListener("pagehide", () => following?.close());
addEventListener("pageshow", follow);

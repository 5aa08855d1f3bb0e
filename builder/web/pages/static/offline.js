// Saves the site in the browser for use offline: pages that were opened, or all of it on request. Browsers allow this
// only at a secure address (https, or this machine); elsewhere the pages work without it.

const root = new URL("../", import.meta.url);
const place = document.getElementById("offline");

async function start() {
  const registration = await navigator.serviceWorker.register(new URL("sw.js", root), {
    scope: root.pathname,
    updateViaCache: "none",
  });
  registration.waiting?.postMessage({ newest: true });
  const { active } = await navigator.serviceWorker.ready;
  // The page comes after its files, so that none is saved that would not work. Files go on loading while the worker starts.
  const names = (list) => list.map((one) => one.name).filter((one) => one.startsWith(root.href));
  active.postMessage({ keep: [...names(performance.getEntriesByType("resource")), location.href] });
  new PerformanceObserver((list) => active.postMessage({ keep: names(list.getEntries()) })).observe({
    type: "resource",
  });
  if (place) offer(active);
}

function offer(active) {
  const { keep, doing, done, failed } = place.dataset;
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: keep });
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  place.append(button, " ", said);
  place.hidden = false;
  button.addEventListener("click", () => {
    const { port1, port2 } = new MessageChannel();
    button.disabled = true;
    navigator.storage?.persist?.();
    port1.onmessage = ({ data }) => {
      const ended = data.done === data.of;
      const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
      const part = percent.format(data.done / data.of);
      said.textContent = !ended ? doing.replace("{part}", part) : data.failed ? failed : done;
      button.disabled = !(ended && data.failed);
    };
    active.postMessage({ keep: "all" }, [port2]);
  });
}

if (navigator.serviceWorker) start().catch(() => {});

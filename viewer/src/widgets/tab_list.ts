// Tabs for screen readers: Tab reaches one of them, arrows move to the others.

/// Tab reaches the selected one.
export function rove_tabs(list: HTMLElement) {
  const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
  const chosen = tabs.find(each => each.getAttribute('aria-selected') === 'true') ?? tabs[0];
  for (const each of tabs) each.tabIndex = each === chosen ? 0 : -1;
}

/// `act` is what a key does with the tab besides giving it the focus.
export function arrows_in(list: HTMLElement, act: (tab: HTMLElement) => void = () => {}) {
  list.addEventListener('keydown', event => {
    const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
    const at = tabs.indexOf(document.activeElement as HTMLElement);
    const to = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1}[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const tab = tabs[(to + tabs.length) % tabs.length];
    for (const each of tabs) each.tabIndex = each === tab ? 0 : -1;
    tab.focus();
    act(tab);
  });
}

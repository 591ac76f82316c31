// Your turn, said outside the page: the tab's title, its icon, and a notification if allowed.

const PLAIN = '/favicon.svg';

function icon(alert: boolean): string {
  if (!alert) return PLAIN;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1b3a5c"/><path d="M5 24C16 24 17 16 27 16M5 24C18 24 18 8 27 8" fill="none" stroke="#e8b765" stroke-width="2.6"/><circle cx="24" cy="24" r="8" fill="#ff8a1e" stroke="#fff" stroke-width="2"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export function setTab(title: string, alert: boolean): void {
  document.title = title;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link && link.getAttribute('href') !== icon(alert)) link.href = icon(alert);
}

export function mayNotify(): boolean {
  return 'Notification' in window && Notification.permission === 'default';
}

export async function askToNotify(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted';
}

/** Only when the page is not in sight. */
export function notify(title: string, text: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  if (document.visibilityState === 'visible' && document.hasFocus()) return;
  const shown = new Notification(title, { body: text, icon: PLAIN, tag: 'turn' });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

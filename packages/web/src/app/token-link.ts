/**
 * Takes the token out of the address, now and whenever a link is opened in this window: then only the hash changes, and
 * nothing is loaded. It must be asked for before anybody reads the address, which is without the token from there on.
 */
export function takeLinks(onToken: (token: string) => Promise<void>): Promise<void> {
  async function take(): Promise<void> {
    const link = takeToken(location.href)
    if (!link) return
    history.replaceState(null, '', link.rest)
    await onToken(link.token)
  }
  addEventListener('hashchange', () => void take())
  return take()
}

/** The token that somebody typed or pasted, alone or in the link that brings it. */
export function readToken(text: string): string {
  const typed = text.trim()
  return (URL.canParse(typed) ? takeToken(typed)?.token : undefined) ?? typed
}

/** The token that a link brings, and the address without it: it must not stay in the history. */
export function takeToken(address: string): { readonly token: string; readonly rest: string } | undefined {
  const url = new URL(address)
  const query = new URLSearchParams(/^#\/?token=/.test(url.hash) ? url.hash.replace(/^#\/?/, '') : '')
  const token = url.searchParams.get('token') ?? query.get('token')
  if (!token) return undefined
  url.searchParams.delete('token')
  if (query.has('token')) url.hash = query.get('route') ?? ''
  return { token, rest: url.href }
}

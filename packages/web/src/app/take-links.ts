import { takeToken } from './take-token.ts'

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

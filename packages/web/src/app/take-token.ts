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

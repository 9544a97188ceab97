import { useEffect, useMemo, useSyncExternalStore } from 'react'

/** Where the reader is; the address's hash says it, so that every place has a link. */
export type Route =
  | { readonly kind: 'home' }
  /** The list alone, on a phone; beside a wide window's list there is the home. */
  | { readonly kind: 'sessions' }
  | {
      readonly kind: 'session'
      readonly id: string
      readonly uuid?: string
      readonly seq?: number
      /** What to find in it. */
      readonly words?: string
    }
  | { readonly kind: 'search'; readonly query: string }
  /** A talk with an agent in a new session; going on with one is done where it is read. */
  | { readonly kind: 'chat' }
  /** Of every session, or of one. */
  | { readonly kind: 'usage'; readonly id?: string }
  | { readonly kind: 'doctor'; readonly id?: string }
  | { readonly kind: 'settings' }
  /** Over the session: how it is handed on. */
  | { readonly kind: 'share'; readonly id: string }
  | { readonly kind: 'replay'; readonly id: string }
  /** Two sessions side by side; branches by their last messages. */
  | {
      readonly kind: 'compare'
      readonly id: string
      readonly other?: string
      readonly leaf?: string
      readonly otherLeaf?: string
    }

/** Reads a hash; what is no place of the page leads home. */
export function parseRoute(hash: string): Route {
  const [name, ...parts] = hash.replace(/^#?\/?/, '').split('/')
  const [first, uuid, seq, words] = parts.map(decode)
  if (name === 'session' && first) {
    return {
      kind: 'session',
      id: first,
      ...(uuid && { uuid }),
      ...(seq !== undefined && /^\d{1,15}$/.test(seq) && { seq: Number(seq) }),
      ...(words && { words }),
    }
  }
  if (name === 'search') return { kind: 'search', query: first ?? '' }
  if (name === 'chat' || name === 'settings' || name === 'sessions') return { kind: name }
  // Links of the first edition say numbers.
  if (name === 'usage' || name === 'numbers') return { kind: 'usage', ...(first && { id: first }) }
  if (name === 'doctor') return { kind: 'doctor', ...(first && { id: first }) }
  if ((name === 'share' || name === 'replay') && first) return { kind: name, id: first }
  if (name === 'compare' && first) {
    const [, other, leaf, otherLeaf] = parts.map(part => decode(part).replace(/^-$/, ''))
    return {
      kind: 'compare',
      id: first,
      ...(other && { other }),
      ...(leaf && { leaf }),
      ...(otherLeaf && { otherLeaf }),
    }
  }
  return { kind: 'home' }
}

/** The hash of a place; `#/session/<id>/<uuid>/<position>/<words to find>` for a message. */
export function formatRoute(route: Route): string {
  switch (route.kind) {
    case 'home':
      return '#/'
    case 'sessions':
    case 'settings':
    case 'chat':
      return `#/${route.kind}`
    case 'session': {
      const parts = [route.id, route.uuid, route.seq, route.words].filter(part => part !== undefined)
      return `#/session/${parts.map(part => encodeURIComponent(part)).join('/')}`
    }
    case 'share':
    case 'replay':
      return `#/${route.kind}/${encodeURIComponent(route.id)}`
    case 'compare': {
      const parts = [route.id, route.other, route.leaf, route.otherLeaf].map(part => part ?? '')
      while (parts.at(-1) === '') parts.pop()
      return `#/compare/${parts.map(part => encodeURIComponent(part || '-')).join('/')}`
    }
    case 'search':
      return `#/search/${encodeURIComponent(route.query)}`
    case 'usage':
    case 'doctor':
      return route.id === undefined ? `#/${route.kind}` : `#/${route.kind}/${encodeURIComponent(route.id)}`
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Where the reader is, and follows them; a link of the first edition becomes one of today, so that it is copied as such. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  useEffect(() => {
    const today = hash.replace(/^#\/numbers(?=\/|$)/, '#/usage')
    if (today !== hash) history.replaceState(history.state, '', today)
  }, [hash])
  return useMemo(() => parseRoute(hash), [hash])
}

/** Leads the reader to a place. */
export function goTo(route: Route): void {
  location.hash = formatRoute(route)
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

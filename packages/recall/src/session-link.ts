/** What a link names: a session, a subagent's own log of it, and a message there. */
export type SessionLink = {
  readonly session: string
  /** `agent-…` where a subagent's own log is meant. */
  readonly agent?: string
  /** The uuid of a message, or `@` and the byte at which its line begins where it has none. */
  readonly place?: string
}

const SCHEME = 'antiphon://session/'

/** The stable link of a session or of a message in it: `antiphon://session/ID#UUID`. */
export function formatSessionLink({ session, agent, place }: SessionLink): string {
  const path = [session, ...(agent === undefined ? [] : [agent])].map(encodeURIComponent).join('/')
  return `${SCHEME}${path}${place === undefined ? '' : `#${encodeURIComponent(place)}`}`
}

/** Reads a link, or a bare session id with or without `#UUID`; null for what is neither. */
export function parseSessionLink(text: string): SessionLink | null {
  const [path = '', place] = (text.startsWith(SCHEME) ? text.slice(SCHEME.length) : text).trim().split('#')
  try {
    const [session = '', agent, ...more] = path.split('/').map(decodeURIComponent)
    if (!isName(session) || (agent !== undefined && !isName(agent)) || more.length > 0) return null
    return {
      session,
      ...(agent !== undefined && { agent }),
      ...(place && { place: decodeURIComponent(place) }),
    }
  } catch {
    return null
  }
}

function isName(text: string): boolean {
  return /^[^/\\\s]{4,200}$/.test(text) && !/^\.+$/.test(text)
}

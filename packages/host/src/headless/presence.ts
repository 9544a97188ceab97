import type { PresentPerson } from '@antiphon/core/wire'

/** Who is at a session right now. A signal: it is told, and stored nowhere. */
export interface Presence {
  /** Somebody is at a place, such as a page: until they leave, or are not heard of for a while. */
  note(place: string, person: PresentPerson): void
  /** Whoever is at that place is still there. */
  renew(place: string): void
  /** The one at that place is gone, at once or after so many milliseconds without a word. */
  leave(place: string, afterMs?: number): void
  /** Each person once, whatever the number of their places, those who came first before the others. */
  people(): readonly PresentPerson[]
  /** Forgets everybody and tells nobody. */
  close(): void
}

type PresenceOptions = {
  /** Hears of each change of who is here, or of what they do. */
  readonly onChange: (people: readonly PresentPerson[]) => void
  /** So many places at most; the one that was silent longest makes room. */
  readonly maxPlaces?: number
  /** How long somebody counts who says nothing. */
  readonly silenceMs?: number
}

/** Nobody. */
export function createPresence(options: PresenceOptions): Presence {
  const { onChange, maxPlaces = MAX_PLACES, silenceMs = SILENCE_MS } = options
  const places = new Map<string, Place>()
  let told = '[]'
  let order: readonly string[] = []

  function people(): readonly PresentPerson[] {
    const found = new Map<string, PresentPerson>()
    for (const { person } of places.values()) {
      const { id } = person.author
      const isTyping = person.activity === 'typing' || found.get(id)?.activity === 'typing'
      found.set(id, { author: person.author, activity: isTyping ? 'typing' : 'idle' })
    }
    order = [...order.filter(id => found.has(id)), ...[...found.keys()].filter(id => !order.includes(id))]
    return order.flatMap(id => found.get(id) ?? [])
  }

  function tell(): void {
    const now = people()
    const text = JSON.stringify(now)
    if (text === told) return
    told = text
    onChange(now)
  }

  /** Also before a place is set anew: whoever was heard of last stands last. */
  function forget(place: string): void {
    clearTimeout(places.get(place)?.timer)
    places.delete(place)
  }

  function wait(place: string, milliseconds: number): NodeJS.Timeout {
    const end = (): void => {
      forget(place)
      tell()
    }
    return setTimeout(end, milliseconds).unref()
  }

  return {
    note(place, person) {
      forget(place)
      const [oldest] = places.keys()
      if (places.size >= maxPlaces && oldest !== undefined) forget(oldest)
      places.set(place, { person, timer: wait(place, silenceMs) })
      tell()
    },
    renew(place) {
      const found = places.get(place)
      if (!found) return
      forget(place)
      places.set(place, { ...found, timer: wait(place, silenceMs) })
    },
    leave(place, afterMs = 0) {
      const found = places.get(place)
      if (!found) return
      clearTimeout(found.timer)
      if (afterMs > 0) places.set(place, { ...found, timer: wait(place, afterMs) })
      else forget(place)
      tell()
    },
    people,
    close() {
      for (const place of [...places.keys()]) forget(place)
    },
  }
}

type Place = { readonly person: PresentPerson; readonly timer: NodeJS.Timeout }

const MAX_PLACES = 100

// Browsers let a window out of sight speak once a minute at least.
const SILENCE_MS = 90_000

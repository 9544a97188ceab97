import { stripControl } from '@antiphon/core/ui'
import type { Recording } from '../agent/open-recording.ts'

/** The name that somebody gives the session. */
export interface SessionTitle {
  /** Records it, unless it is the name already; throws where nothing is left of it. */
  set(title: string): Promise<string>
}

/** A session of which nobody has said a name yet. */
export function createSessionTitle({ recordEntry }: Pick<Recording, 'recordEntry'>): SessionTitle {
  let current: string | null = null
  return {
    async set(wished) {
      const title = stripControl(wished)
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, MAX_UNITS)
        .replace(HALF_PAIR, '')
      if (title === '') throw new Error('a title needs at least one character that can be seen')
      if (title !== current) await recordEntry({ type: 'custom-title', customTitle: title })
      current = title
      return title
    },
  }
}

const MAX_UNITS = 200
const HALF_PAIR = /[\ud800-\udbff]$/

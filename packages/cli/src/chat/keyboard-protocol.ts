import type { Io } from '@antiphon/host'
import { mayAskTerminal } from '../terminal/color-look.ts'

/** The kitty keyboard protocol, by which Shift-Enter and others are keys of their own: asked for, and used where the answer is yes. */
export interface KeyboardProtocol {
  /** What to write when the terminal is taken: the question at first, the wish where the answer is known. */
  enter(): string
  /** What to write when it is given back: keys are then what they were. */
  leave(): string
  /** Hears an answer of the terminal; gives what to write. */
  hear(reply: string): string
  /** Resolves when no answer is waited for: one that came later would be typed into whatever is there then. */
  settled(): Promise<void>
}

/** Nothing is known of the terminal. */
export function createKeyboardProtocol(env: Io['env']): KeyboardProtocol {
  let [askedAt, isKnown, isPushed, isWaiting] = [0, false, false, false]
  let onHeard = (): void => {}

  function push(): string {
    if (!isKnown || isPushed) return ''
    isPushed = true
    return PUSH
  }

  return {
    enter() {
      if (askedAt > 0 || !mayAskTerminal(env)) return push()
      askedAt = Date.now()
      isWaiting = true
      return ASK
    },
    leave() {
      const isOver = isPushed
      isPushed = false
      return isOver ? POP : ''
    },
    hear(reply) {
      if (FLAGS.test(reply)) {
        isKnown = true
        return push()
      }
      if (ATTRIBUTES.test(reply)) {
        isWaiting = false
        onHeard()
      }
      return ''
    },
    settled() {
      if (!isWaiting) return Promise.resolve()
      // On a busy machine an answer may lie there that nobody has read.
      const left = Math.max(GRACE_MS, askedAt + PATIENCE_MS - Date.now())
      return new Promise(resolve => {
        onHeard = resolve
        setTimeout(resolve, left)
      })
    },
  }
}

const ESCAPE = '\u001b'
/** Which flags hold, then what every terminal answers: behind that nothing is to be waited for. */
const ASK = `${ESCAPE}[?u${ESCAPE}[c`
const FLAGS = /^\?\d+u$/
const ATTRIBUTES = /^\?[\d;]*c$/
/** Keys that would look like others are told apart, with the sign that Shift makes of them. */
const PUSH = `${ESCAPE}[>5u`
const POP = `${ESCAPE}[<u`
const PATIENCE_MS = 1000
const GRACE_MS = 200

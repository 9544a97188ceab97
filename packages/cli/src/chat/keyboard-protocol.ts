/** The kitty keyboard protocol, by which Shift-Enter and others are keys of their own: asked for, and used where the answer is yes. */
export interface KeyboardProtocol {
  /** What to write when the terminal is taken: the wish, where the answer is known. */
  enter(): string
  /** What to write when it is given back: keys are then what they were. */
  leave(): string
  /** Hears an answer of the terminal; gives what to write. */
  hear(reply: string): string
  /** True while every key but letters is sent as a sequence, Escape, too. */
  isOn(): boolean
}

/** Asks which flags hold. */
export const ASK_KEYBOARD = '\u001b[?u'

/** Nothing is known of the terminal. */
export function createKeyboardProtocol(): KeyboardProtocol {
  let [isKnown, isPushed] = [false, false]

  function push(): string {
    if (!isKnown || isPushed) return ''
    isPushed = true
    return PUSH
  }

  return {
    enter: push,
    leave() {
      const isOver = isPushed
      isPushed = false
      return isOver ? POP : ''
    },
    hear(reply) {
      if (!FLAGS.test(reply)) return ''
      isKnown = true
      return push()
    },
    isOn: () => isPushed,
  }
}

const FLAGS = /^\?\d+u$/
/** Keys that would look like others are told apart, with the sign that Shift makes of them. */
const PUSH = '\u001b[>5u'
const POP = '\u001b[<u'

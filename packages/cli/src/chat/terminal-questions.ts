import type { Io } from '@antiphon/host'
import { mayAskTerminal } from '../terminal/color-look.ts'

/** What is asked of the terminal. Nobody waits for an answer but who leaves: one that came later would be typed into whatever is there then. */
export interface TerminalQuestions {
  /** What to write to ask this; nothing where the terminal knows no questions, or has answered none. */
  ask(question: string): string
  hear(reply: string): void
  /** Resolves when no answer is on its way, or none is to be hoped for. */
  settled(): Promise<void>
}

/** Nothing asked yet. */
export function createTerminalQuestions(env: Io['env']): TerminalQuestions {
  const isAskable = mayAskTerminal(env)
  let [open, askedAt, hasAnswered] = [0, 0, false]
  let onSettled = (): void => {}

  function isSilent(): boolean {
    return open > 0 && !hasAnswered && Date.now() > askedAt + LIMIT_MS
  }

  return {
    ask(question) {
      if (!isAskable || isSilent()) return ''
      open += 1
      askedAt = Date.now()
      return question + LAST
    },
    hear(reply) {
      if (!ANSWER_TO_LAST.test(reply) || open === 0) return
      hasAnswered = true
      open -= 1
      if (open === 0) onSettled()
    },
    settled() {
      if (open === 0) return Promise.resolve()
      // On a busy machine an answer may lie there that nobody has read.
      const left = Math.max(GRACE_MS, askedAt + LIMIT_MS - Date.now())
      return new Promise(resolve => {
        const limit = setTimeout(resolve, left)
        onSettled = () => {
          clearTimeout(limit)
          resolve()
        }
      })
    },
  }
}

/** What every terminal answers, in the order of what was asked: behind it nothing is to be waited for. */
const LAST = '\u001b[c'
const ANSWER_TO_LAST = /^\?[\d;]*c$/
/** Slower than any line to the other side of the world. */
const LIMIT_MS = 2000
const GRACE_MS = 200

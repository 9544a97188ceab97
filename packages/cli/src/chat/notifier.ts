import type { ChatState } from '@antiphon/core/chat'
import type { PersonSettings } from '@antiphon/host'
import type { ReplTexts } from './repl-texts.ts'

/** Calls a person who looks elsewhere. */
export interface Notifier {
  hear(state: ChatState, elicitations: number): void
  look(isFocused: boolean): void
}

export type NotifierOptions = {
  readonly write: (text: string) => void
  readonly settings: Pick<PersonSettings, 'notifyWaiting' | 'notifyDone'>
  readonly texts: ReplTexts
}

/** The bell and OSC 9, which terminals show as they like, when the agent waits or has ended. */
export function createNotifier({ write, settings, texts }: NotifierOptions): Notifier {
  let isFocused = true
  let wasRunning = false
  let known = 0

  function call(words: string): void {
    if (!isFocused) write(`\u0007\u001b]9;Antiphon: ${words}\u0007`)
  }

  return {
    hear({ phase, questions }, elicitations) {
      const waiting = questions.length + elicitations
      const isRunning = phase === 'running'
      if (waiting > known && settings.notifyWaiting) call(texts.notify.waits)
      if (wasRunning && !isRunning && settings.notifyDone) call(texts.notify.done)
      wasRunning = isRunning
      known = waiting
    },
    look(now) {
      isFocused = now
    },
  }
}

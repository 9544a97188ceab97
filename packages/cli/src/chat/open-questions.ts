import { createDenial } from '@antiphon/core/chat'
import { createElicitationPanel } from './elicitation-panel.ts'
import type { Panel } from './panel.ts'
import { createQuestionPanel } from './question-panel.ts'
import type { ReplTexts } from './repl-texts.ts'
import type { Talk } from './talk.ts'

/** What waits for the person, one after the other. */
export interface OpenQuestions {
  /** Looks what is asked now. */
  follow(conversation: Talk): void
  /** The question that is shown; null where nothing is asked. */
  panel(): Panel | null
  /** Whether keys are meant for it. */
  takesKeys(): boolean
  noteKey(): void
  forget(): void
}

export type OpenQuestionsOptions = {
  readonly texts: ReplTexts
  readonly cwd: () => string
  readonly onChange: () => void
  /** Shows a page in the person's browser. */
  readonly openPage: (url: string) => void
  /** The person refused and wants the agent to stop. */
  readonly onStop: () => void
}

/** Nothing is asked. */
export function createOpenQuestions({
  texts,
  cwd,
  onChange,
  openPage,
  onStop,
}: OpenQuestionsOptions): OpenQuestions {
  let asked: { readonly id: string; readonly panel: Panel; readonly from: number } | null = null
  let keyAt = 0

  function open(talk: Talk): Panel | null {
    const [question] = talk.state().questions
    const [elicitation] = talk.state().elicitations
    if (question)
      return createQuestionPanel({
        ...{ question, texts, cwd: cwd(), onChange },
        onDecide: decision => talk.decide(question, decision),
        onStop() {
          talk.decide(question, createDenial(question, ''))
          onStop()
        },
      })
    if (!elicitation) return null
    return createElicitationPanel({
      ...{ elicitation, texts, onChange },
      onAnswer: response => talk.answer(elicitation, response),
      openPage,
    })
  }

  return {
    follow(talk) {
      const id = talk.state().questions[0]?.requestId ?? talk.state().elicitations[0]?.requestId
      if (id === asked?.id) return
      const panel = open(talk)
      // Who types while a question comes does not mean to answer it.
      const from = Date.now() - keyAt < TYPING_MS ? Date.now() + TYPING_MS : 0
      asked = panel && id !== undefined ? { id, panel, from } : null
    },
    panel: () => asked?.panel ?? null,
    takesKeys: () => asked !== null && Date.now() >= asked.from,
    noteKey() {
      keyAt = Date.now()
    },
    forget() {
      asked = null
    },
  }
}

const TYPING_MS = 400

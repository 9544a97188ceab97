import type { About } from '@antiphon/web/backend'
import type { Answers } from './answers.ts'

export function addAboutRoute(answers: Answers, about: About): void {
  answers.value('about', () => ({ value: about }))
}

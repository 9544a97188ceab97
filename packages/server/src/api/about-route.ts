import type { About } from '../protocol/about-protocol.ts'
import type { Answers } from './answers.ts'

export function addAboutRoute(answers: Answers, about: About): void {
  answers.value('about', () => ({ value: about }))
}

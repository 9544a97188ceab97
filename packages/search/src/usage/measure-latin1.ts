import { type AnswerPart, measureAnswerJson, measurePlainAnswer } from '@antiphon/core/usage'
import { decodeLatin1 } from './decode-latin1.ts'

/** What the content of a line says, from its JSON whose bytes were read as latin1; most often that is all that is needed. */
export function measureLatin1(content: string): readonly AnswerPart[] {
  return measurePlainAnswer(content) ?? measureAnswerJson(decodeLatin1(content))
}

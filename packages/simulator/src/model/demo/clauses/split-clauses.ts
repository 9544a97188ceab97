import { trimClause } from './trim-clause.ts'

/** How far a wish reaches that begins here: to the next clause, the end of the sentence, or the end of the prompt. */
export type Reach = 'none' | 'clause' | 'sentence' | 'everything'

/** A clause, and whether it waits for the one before it. */
export type SplitClause = { readonly text: string; readonly isNext: boolean }

/** Splits a masked prompt at “then”, at the ends of sentences, and at “and” where a wish begins behind it. */
export function splitClauses(prompt: string, reachOf: (text: string) => Reach): readonly SplitClause[] {
  const clauses: SplitClause[] = []
  let rest = prompt
  let isNext = false
  while (rest.trim() !== '' && clauses.length < MOST_CLAUSES) {
    const trimmed = trimClause(rest)
    if (reachOf(trimmed) === 'everything') return [...clauses, { text: trimmed, isNext }]
    const end = SENTENCE_END.exec(rest)
    const sentence = end ? rest.slice(0, end.index) : rest
    for (const [index, text] of splitSentence(sentence, reachOf).entries()) {
      if (text !== '') clauses.push({ text, isNext: isNext && index === 0 })
    }
    rest = end ? rest.slice(end.index + end[0].length) : ''
    isNext = true
  }
  return clauses
}

const MOST_CLAUSES = 12
const MOST_JOINTS = 40
const SENTENCE_END =
  /\s*[,，]?\s*(?:\band\s+then\b|\bafter\s+that\b|\bafterwards\b|\bthen\b|然后|接着|之后|随后|，再|,再)[,，]?\s*|[.!?]+\s+|[;；。！？\n]+\s*/i
const JOINT = /\s*(?:,\s*and\s+|,\s+|\s+and\s+|\s+&\s+|，|、|并且|以及|同时|并|和)\s*/g

function splitSentence(sentence: string, reachOf: (text: string) => Reach): readonly string[] {
  const whole = trimClause(sentence)
  const reach = reachOf(whole)
  if (reach === 'sentence' || reach === 'everything') return [whole]
  for (const joint of [...sentence.matchAll(JOINT)].slice(0, MOST_JOINTS)) {
    const behind = sentence.slice(joint.index + joint[0].length)
    if (joint.index === 0 || reachOf(trimClause(behind)) === 'none') continue
    return [trimClause(sentence.slice(0, joint.index)), ...splitSentence(behind, reachOf)]
  }
  return [whole]
}

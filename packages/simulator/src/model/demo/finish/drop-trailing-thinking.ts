import type { Answer } from '../../simulated-model.ts'

/** An answer that was cut must not end in a thought: the API would not take it back (ROL-05). */
export function dropTrailingThinking(answer: Answer): Answer {
  const last = answer.blocks.findLastIndex(({ type }) => type !== 'thinking')
  return last === answer.blocks.length - 1 ? answer : { ...answer, blocks: answer.blocks.slice(0, last + 1) }
}

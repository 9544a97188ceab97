import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTerminalQuestions, type TerminalQuestions } from './terminal-questions.ts'

const XTERM = { TERM: 'xterm-256color' }
const LAST = '\u001b[c'

/** After how many milliseconds whoever leaves may go. */
async function waitToLeave(
  questions: TerminalQuestions,
  answerAt = Number.POSITIVE_INFINITY,
): Promise<number> {
  const start = Date.now()
  let end: number | null = null
  void questions.settled().then(() => {
    end = Date.now()
  })
  if (Number.isFinite(answerAt)) setTimeout(() => questions.hear('?62;22c'), answerAt)
  await vi.advanceTimersByTimeAsync(10_000)
  return (end ?? Number.POSITIVE_INFINITY) - start
}

describe('createTerminalQuestions', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('asks last what every terminal answers, and waits for that as long as it takes', async () => {
    const questions = createTerminalQuestions(XTERM)
    expect(await waitToLeave(questions)).toBe(0)
    expect(questions.ask('what?')).toBe(`what?${LAST}`)
    expect(await waitToLeave(questions, 1400)).toBe(1400)
    expect(await waitToLeave(questions)).toBe(0)
  })

  it('waits for the answer to each question', async () => {
    const questions = createTerminalQuestions(XTERM)
    questions.ask('one?')
    questions.ask('two?')
    questions.hear('?62;22c')
    questions.hear('11;rgb:0/0/0')
    expect(await waitToLeave(questions, 700)).toBe(700)
  })

  it('waits for no terminal for ever, and asks one that is silent nothing more', async () => {
    const questions = createTerminalQuestions(XTERM)
    questions.ask('one?')
    expect(await waitToLeave(questions)).toBe(2000)
    expect(questions.ask('two?')).toBe('')
    questions.hear('?6c')
    expect(questions.ask('two?')).toBe(`two?${LAST}`)
  })

  it.each([{ TERM: 'dumb' }, { TERM: 'screen' }, { TERM: 'xterm', STY: '1.pts' }])(
    'asks %j nothing',
    async env => {
      const questions = createTerminalQuestions(env)
      expect(questions.ask('what?')).toBe('')
      expect(await waitToLeave(questions)).toBe(0)
    },
  )
})

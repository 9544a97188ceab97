import { type ChatState, NO_CHAT, type Trouble } from '@antiphon/core/chat'
import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { CHAT_ENGLISH } from '../language/chat-texts.ts'
import type { Language } from '../language/language.ts'
import { ChatStatus } from './chat-status.tsx'
import type { ChatLine } from './use-chat-events.ts'

const status = (state: Partial<ChatState>, line: ChatLine = 'open', language: Language = 'en') =>
  draw(<ChatStatus state={{ ...NO_CHAT, ...state }} line={line} onDismiss={() => undefined} />, language)
const question = { requestId: 'r' } as ChatState['questions'][number]
const retry = { attempt: 2, most: 5, delayMs: 1200, status: 529 } as NonNullable<ChatState['retry']>

describe('ChatStatus', () => {
  it('says the one thing that matters most', () => {
    const all: Partial<ChatState> = { phase: 'running', questions: [question], retry }
    expect(status(all, 'ended').text).toBe(`${CHAT_ENGLISH.ended} ${CHAT_ENGLISH.endedHint}`)
    expect(status(all, 'lost').text).toBe(CHAT_ENGLISH.lost)
    expect(status(all).text).toBe(CHAT_ENGLISH.waitsForYou)
    expect(status({ ...all, questions: [] }).text).toBe(CHAT_ENGLISH.retrying(2, 5, 2, 529))
    expect(status({ phase: 'running' }).text).toBe(CHAT_ENGLISH.working)
    expect(status({}).text).toBe('')
  })

  it('shows what a command prints while it runs', () => {
    const doing = { kind: 'tool', name: 'Bash', seconds: 12, output: 'one\u001b[2J\ntwo\n' } as const
    expect(status({ phase: 'running', doing }).each('pre')).toEqual(['one two'])
    expect(status({ phase: 'running', doing }).text).toContain('Bash: 12 s')
    expect(status({ phase: 'running', doing: { ...doing, output: '' } }).each('pre')).toEqual([])
  })

  it('says what went wrong, in its own words where it has some', () => {
    const trouble = (kind: Trouble['kind'], words: string) => status({ trouble: { kind, words } }).text
    expect(trouble('too-late', 'x')).toContain(CHAT_ENGLISH.tooLate)
    expect(trouble('turn-failed', 'no\u001b[31m credit')).toContain('The turn failed: no credit')
    expect(trouble('refused', '')).toContain(CHAT_ENGLISH.notReached)
    expect(trouble('refused', 'held')).toContain('held')
    expect(trouble('notice', 'by the way')).toContain('by the way')
    expect(trouble('agent-ended', 'Claude Code ended with code 3.')).toContain(
      `Claude Code ended with code 3. ${CHAT_ENGLISH.endedHint}`,
    )
    expect(trouble('turn-failed', 'Invalid API key · Please run /login')).toContain(CHAT_ENGLISH.loginHint)
  })

  it('says in its own language who answered first', () => {
    const trouble: Trouble = { kind: 'refused', words: 'Ann answered first: allowed.' }
    expect(status({ trouble }).text).toContain('Ann answered first: allowed.')
    expect(status({ trouble }, 'open', 'zh-CN').text).toContain('Ann 已先回答：允许。')
  })
})

import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { CHAT_ENGLISH } from '../language/chat-texts.ts'
import { type ChatState, NO_CHAT, type Trouble } from './chat-state.ts'
import { ChatStatus } from './chat-status.tsx'
import type { ChatLine } from './use-chat-events.ts'

const status = (state: Partial<ChatState>, line: ChatLine = 'open') =>
  draw(<ChatStatus state={{ ...NO_CHAT, ...state }} line={line} onDismiss={() => undefined} />)
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

  it('says what went wrong, in its own words where it has some', () => {
    const trouble = (kind: Trouble['kind'], words: string) => status({ trouble: { kind, words } }).text
    expect(trouble('too-late', 'x')).toContain(CHAT_ENGLISH.tooLate)
    expect(trouble('turn-failed', 'no\u001b[31m credit')).toContain('The turn failed: no credit')
    expect(trouble('refused', '')).toContain(CHAT_ENGLISH.notReached)
    expect(trouble('refused', 'held')).toContain('Refused: held')
    expect(trouble('notice', 'by the way')).toContain('by the way')
  })
})

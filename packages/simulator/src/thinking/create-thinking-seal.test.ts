import { type ApiMessage, type ApiRequest, type ContentBlock, resolveTarget } from '@antiphon/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createThinkingSeal } from './create-thinking-seal.ts'
import type { ThinkingSeal } from './thinking-seal.ts'

const BINDING = 'claude-opus-5-5'
const UNBOUND = 'claude-opus-4-6'
const BETA = 'thinking-binding-controls-2026-08-01'

/** A conversation of `turns` prompts, each answered with thinking, a call, its result, thinking and text. */
function converse(seal: ThinkingSeal, turns: number, model = BINDING): ApiRequest {
  let request: ApiRequest = { model, max_tokens: 1000, system: 'be kind', tools: [TOOL], messages: [] }
  for (let turn = 0; turn < turns; turn++) {
    request = say(request, { role: 'user', content: `prompt ${turn}` })
    request = answer(seal, request, [
      think(`first ${turn}`),
      text('let me look'),
      think(`second ${turn}`),
      call(turn),
    ])
    request = say(request, {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `toolu_${turn}`, content: 'ok' }],
    })
    request = answer(seal, request, [think(`third ${turn}`), text('done')])
  }
  return say(request, { role: 'user', content: 'and now?' })
}

const TOOL = { name: 'Read', input_schema: { type: 'object' } }
const think = (thinking: string): ContentBlock => ({ type: 'thinking', thinking, signature: '' })
const text = (words: string): ContentBlock => ({ type: 'text', text: words })
const call = (turn: number): ContentBlock => ({
  type: 'tool_use',
  id: `toolu_${turn}`,
  name: 'Read',
  input: { turn },
})

function say(request: ApiRequest, message: ApiMessage): ApiRequest {
  return { ...request, messages: [...request.messages, message] }
}

function answer(seal: ThinkingSeal, request: ApiRequest, blocks: readonly ContentBlock[]): ApiRequest {
  const target = resolveTarget({ model: request.model })
  return say(request, { role: 'assistant', content: seal.sign(blocks, { request, target }) })
}

function check(seal: ThinkingSeal, request: ApiRequest, betas: readonly string[] = []): string {
  const checked = seal.check(request, resolveTarget({ model: request.model, betas }))
  if (!checked.ok) return `${checked.refusal.rule} ${checked.refusal.message}`
  return checked.value.transformations.map(({ reason }) => reason).join(' ') || 'accepted'
}

function editMessage(
  request: ApiRequest,
  index: number,
  edit: (message: ApiMessage) => ApiMessage,
): ApiRequest {
  return {
    ...request,
    messages: request.messages.map((message, at) => (at === index ? edit(message) : message)),
  }
}

function editBlocks(
  request: ApiRequest,
  index: number,
  edit: (blocks: readonly ContentBlock[]) => readonly ContentBlock[],
): ApiRequest {
  return editMessage(request, index, message => ({
    ...message,
    content: edit(message.content as ContentBlock[]),
  }))
}

const withoutThinking = (blocks: readonly ContentBlock[]): readonly ContentBlock[] =>
  blocks.filter(block => block.type !== 'thinking')

describe('createThinkingSeal', () => {
  const seal = createThinkingSeal()

  it('accepts what comes back as it was, at any length, also from another simulator', () => {
    for (const turns of [1, 2, 5]) {
      expect(check(seal, converse(seal, turns))).toBe('accepted')
      expect(check(createThinkingSeal(), converse(seal, turns))).toBe('accepted')
    }
  })

  it('accepts cache marks, split messages and another order of keys', () => {
    const request = converse(seal, 2)
    const marked = editBlocks(request, 1, blocks =>
      blocks.map(block =>
        block.type === 'text' ? { ...block, cache_control: { type: 'ephemeral' } } : block,
      ),
    )
    expect(check(seal, marked)).toBe('accepted')
    const [first, second, ...rest] = request.messages
    const blocks = second?.content as ContentBlock[]
    const split = blocks.map((block): ApiMessage => ({ role: 'assistant', content: [block] }))
    expect(check(seal, { ...request, messages: [first as ApiMessage, ...split, ...rest] })).toBe('accepted')
  })

  it.each([
    [
      'the system prompt',
      (request: ApiRequest) => ({ ...request, system: 'be strict' }),
      'The `system` prompt differs',
    ],
    ['the tools', (request: ApiRequest) => ({ ...request, tools: [] }), 'The `tools` list differs'],
    [
      'an old prompt',
      (request: ApiRequest) => editMessage(request, 0, m => ({ ...m, content: 'other' })),
      'differs from when',
    ],
    [
      'an old message left out',
      (request: ApiRequest) => ({ ...request, messages: request.messages.slice(4) }),
      'is missing from this request, starting at',
    ],
  ])('refuses thinking behind a past in which %s changed', (_, edit, words) => {
    const verdict = check(seal, edit(converse(seal, 2)))
    expect(verdict).toMatch(
      /^THK-20 messages\.\d+\.content\.\d+: Invalid `signature` in `thinking` block\. The block is bound/,
    )
    expect(verdict).toContain(words)
    expect(verdict).toContain(BETA)
  })

  it('refuses a gap in the run of thinking, and not one at its start or end', () => {
    const request = converse(seal, 3)
    expect(check(seal, editBlocks(request, 5, withoutThinking))).toMatch(/^THK-21/)
    expect(check(seal, editBlocks(request, 1, withoutThinking))).toBe('accepted')
    expect(check(seal, editBlocks(request, 11, withoutThinking))).toBe('accepted')
    const none = request.messages.map((_, index) => index).filter(index => index % 2 === 1)
    expect(
      check(
        seal,
        none.reduce((edited, index) => editBlocks(edited, index, withoutThinking), request),
      ),
    ).toBe('accepted')
  })

  it('refuses thinking that was left out and is put back', () => {
    const first = converse(seal, 1)
    const without = editBlocks(editBlocks(first, 1, withoutThinking), 3, withoutThinking)
    const later = say(answer(seal, without, [think('later'), text('yes')]), {
      role: 'user',
      content: 'go on',
    })
    expect(check(seal, later)).toBe('accepted')
    const back = { ...later, messages: [...first.messages, ...later.messages.slice(first.messages.length)] }
    expect(check(seal, back)).toMatch(/^THK-21/)
  })

  it('drops blocks instead where the request says so, and tells which', () => {
    const request = {
      ...converse(seal, 2),
      system: 'other',
      thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
    }
    const checked = seal.check(request, resolveTarget({ model: BINDING, betas: [BETA] }))
    expect(checked.ok && checked.value.transformations).toHaveLength(6)
    expect(checked.ok && JSON.stringify(checked.value.request.messages)).not.toContain('"thinking"')
  })

  it('refuses edited, reordered or partly dropped thinking of the turn that goes on, on every model', () => {
    for (const model of [BINDING, UNBOUND]) {
      const whole = converse(seal, 1, model)
      const open = { ...whole, messages: whole.messages.slice(0, 3) }
      expect(check(seal, open)).toBe('accepted')
      const edited = editBlocks(open, 1, blocks =>
        blocks.map(block => (block.type === 'thinking' ? { ...block, thinking: 'edited' } : block)),
      )
      expect(check(seal, edited)).toMatch(/^THK-08 messages\.1\.content\.0:/)
      const swapped = editBlocks(open, 1, ([a, b, c, d]) => [c, b, a, d] as ContentBlock[])
      // A model that binds sees first that the block stands behind less than it did.
      expect(check(seal, swapped)).toMatch(model === BINDING ? /^THK-20/ : /^THK-08/)
      expect(check(seal, editBlocks(open, 1, withoutThinking))).toBe('accepted')
    }
  })

  it('does not look at the past on models that do not bind', () => {
    expect(check(seal, { ...converse(seal, 2, UNBOUND), system: 'other' })).toBe('accepted')
  })

  it('refuses a signature that nobody made', () => {
    const request = editBlocks(converse(seal, 1), 1, blocks =>
      blocks.map(block => (block.type === 'thinking' ? { ...block, signature: 'c29tZXRoaW5n' } : block)),
    )
    expect(check(seal, request)).toBe('THK-10 messages.1.content.0: Invalid `signature` in `thinking` block')
    const onlyForeign = editBlocks(request, 3, withoutThinking)
    expect(check(createThinkingSeal({ acceptsForeign: true }), onlyForeign)).toBe('accepted')
    const redacted = say(
      {
        ...request,
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', content: [{ type: 'redacted_thinking', data: 'xx' }, text('a')] },
        ],
      },
      { role: 'user', content: 'y' },
    )
    expect(check(seal, redacted)).toMatch(/^THK-11 messages\.1\.content\.0: Invalid `data`/)
  })

  it('drops the thinking of another model in silence', () => {
    const request = { ...converse(seal, 1), model: 'claude-sonnet-5-5' }
    expect(check(seal, request)).toBe('model_binding_mismatch model_binding_mismatch model_binding_mismatch')
  })

  it('checks old accounts only where the request asks for it', () => {
    const old = createThinkingSeal({ isOldAccount: true })
    const request = { ...converse(old, 2), system: 'other' }
    expect(check(old, request)).toBe('accepted')
    const asking = {
      ...request,
      thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'error' } },
    }
    expect(check(old, asking, [BETA])).toMatch(/^THK-20/)
  })

  it('honours signatures that a replayed model brought along', () => {
    const replay = createThinkingSeal()
    const start: ApiRequest = { model: BINDING, max_tokens: 10, messages: [{ role: 'user', content: 'x' }] }
    const answered = answer(replay, start, [
      { type: 'thinking', thinking: 'recorded', signature: 'cmVhbA==' },
      text('a'),
    ])
    expect(check(replay, say(answered, { role: 'user', content: 'y' }))).toBe('accepted')
    expect(check(createThinkingSeal(), say(answered, { role: 'user', content: 'y' }))).toMatch(/^THK-10/)
  })

  it('notices any change of any block before the last thinking, and no append', () => {
    const request = converse(seal, 3)
    fc.assert(
      fc.property(
        fc.nat(request.messages.length - 3),
        fc.nat(5),
        fc.string({ minLength: 1 }),
        (index, part, added) => {
          const edited = editMessage(request, index, message => {
            if (typeof message.content === 'string') return { ...message, content: message.content + added }
            const at = part % message.content.length
            return {
              ...message,
              content: message.content.map((block, position) =>
                position === at ? mark(block, added) : block,
              ),
            }
          })
          expect(check(seal, edited)).toMatch(/^THK-2[01]/)
          expect(
            check(seal, say(answer(seal, request, [text(added)]), { role: 'user', content: added })),
          ).toBe('accepted')
        },
      ),
    )
  })
})

function mark(block: ContentBlock, added: string): ContentBlock {
  if (block.type === 'thinking') return { ...block, thinking: block.thinking + added }
  return { ...block, marked: added } as unknown as ContentBlock
}

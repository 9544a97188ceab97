import { type ApiRequest, checkApiContract, modelFacts, type ToolUseBlock } from '@antiphon/contract'
import { buildApiRequest, normalizeMessagesForAPI, REJECT_MESSAGE } from '@antiphon/core'
import { arbitraryHistory } from '@antiphon/core/testing/arbitrary-history'
import { estimateTokens } from '@antiphon/core/usage'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDemoModel } from './create-demo-model.ts'
import { CLAUDE_CODE_TOOLS } from './testing/claude-code-tools.ts'
import { converse, type ToolAnswer, TURN } from './testing/converse.ts'
import { WISHES } from './wishes.ts'

const RUNS = { numRuns: 200 }
/** Write, be told to read first, read, write; then the end. */
const MOST_ROUNDS = 8

const EXAMPLES = WISHES.flatMap(({ example }) => [example.en, example.zh])
const JOINTS = [' and ', ', then ', '; ', '，然后', '并', '\n', ' ']

const arbitraryWords = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ maxLength: 30 }))

/** Wishes in one prompt, whole or broken, with noise between them. */
const arbitraryPrompt = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...EXAMPLES), arbitraryWords), fc.constantFrom(...JOINTS)), {
    minLength: 1,
    maxLength: 4,
  })
  .map(parts => parts.map(part => part.join('')).join(''))

const arbitraryResult: fc.Arbitrary<ToolAnswer> = fc.oneof(
  fc.constantFrom(
    '',
    'a.ts\nb.md',
    '     1→foo\n     2→TODO',
    'File has not been read yet. Read it first.',
    'Task #1 created',
  ),
  arbitraryWords,
  fc.constantFrom(
    { error: REJECT_MESSAGE },
    { error: 'File has not been read yet. Read it first.' },
    { error: 'ENOENT' },
  ),
)

const arbitrarySettings: fc.Arbitrary<Partial<ApiRequest>> = fc.record(
  {
    model: fc.constantFrom(
      'claude-opus-5-5',
      'claude-sonnet-5',
      'claude-haiku-4-5',
      'claude-opus-4-8',
      'other',
    ),
    max_tokens: fc.constantFrom(1, 3, 20, 200, 4096),
    thinking: fc.constantFrom(
      { type: 'disabled' },
      { type: 'adaptive' },
      { type: 'enabled', budget_tokens: 1024 },
    ),
    tool_choice: fc.constantFrom(
      { type: 'auto' },
      { type: 'none' },
      { type: 'auto', disable_parallel_tool_use: true },
    ),
    stop_sequences: fc.constantFrom(['\n'], ['e'], ['never said']),
    tools: fc.subarray([...CLAUDE_CODE_TOOLS]),
    output_config: fc.constant({
      format: {
        type: 'json_schema',
        schema: {
          type: 'object',
          properties: { answer: { type: 'string' } },
          required: ['answer'],
          additionalProperties: false,
        },
      },
    }),
    system: fc.constantFrom('Working directory: /w', 'You are tested.'),
  },
  { requiredKeys: ['model', 'max_tokens', 'tools'] },
)

/** Thinking as the model offers it, with room for it. */
function withOwnThinking({ thinking, ...settings }: Partial<ApiRequest>): Partial<ApiRequest> {
  const { thinkingTypes } = modelFacts(String(settings.model))
  if (!thinking || !thinkingTypes.includes(String(thinking.type))) return settings
  return { ...settings, thinking, max_tokens: Math.max(2000, settings.max_tokens ?? 0) }
}

function violationsOf(request: ApiRequest): readonly string[] {
  return checkApiContract(request, { model: request.model }).map(({ rule, message }) => `${rule} ${message}`)
}

/** What a call lacks or has wrong by the schema of its tool. */
function misfits({ name, input }: ToolUseBlock, { tools = [] }: ApiRequest): readonly string[] {
  const schema = tools.find(tool => tool.name === name)?.input_schema
  if (!schema || typeof input !== 'object' || input === null) return [`${name} is not offered`]
  const properties = (schema.properties ?? {}) as Record<string, { readonly type?: string }>
  const required = (schema.required ?? []) as readonly string[]
  const wrong = Object.entries(input).filter(([key, value]) => {
    const type = Array.isArray(value) ? 'array' : typeof value
    return Object.keys(properties).length > 0 && properties[key]?.type !== type
  })
  return [...required.filter(key => !Object.hasOwn(input, key)), ...wrong.map(([key]) => key)]
}

function historyOf(log: readonly unknown[], model: string): ApiRequest['messages'] {
  return buildApiRequest(normalizeMessagesForAPI(log, [{ name: 'Read' }, { name: 'Bash' }], { model }), {
    model,
    cache: false,
  }).messages
}

describe('the demo', () => {
  it('answers every request that the API takes with one that it takes again, and comes to an end', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryHistory,
        arbitraryPrompt,
        arbitrarySettings,
        fc.array(arbitraryResult, { minLength: 1, maxLength: 6 }),
        async (log, prompt, settings, results) => {
          const model = String(settings.model)
          const messages = [...historyOf(log, model), { role: 'user', content: prompt } as const]
          const request: ApiRequest = { model, max_tokens: 1, ...withOwnThinking(settings), messages }
          fc.pre(violationsOf(request).length === 0)
          let count = 0
          const said = await converse(null, {
            request,
            runTool: () => results[count++ % results.length] ?? '',
            maxRounds: MOST_ROUNDS + 3,
          })
          for (const call of said.calls.flat()) expect(misfits(call, request)).toEqual([])
          expect(said.answers.length).toBeLessThanOrEqual(MOST_ROUNDS + 2)
          const next: ApiRequest = {
            ...said.request,
            messages: [...said.request.messages, { role: 'user', content: 'thanks' }],
          }
          expect(violationsOf(next)).toEqual([])
        },
      ),
      RUNS,
    )
  })

  it('says the same to the same request', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryPrompt, arbitrarySettings, async (prompt, settings) => {
        const request: ApiRequest = {
          model: 'claude-opus-5-5',
          max_tokens: 1,
          ...settings,
          messages: [{ role: 'user', content: prompt }],
        }
        const one = await createDemoModel().answer(request, TURN)
        const other = await createDemoModel().answer(structuredClone(request), {
          ...TURN,
          number: 7,
          random: () => 0.1,
        })
        expect(other).toEqual(one)
      }),
      RUNS,
    )
  })

  it('never says more than max_tokens', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryPrompt, fc.integer({ min: 1, max: 300 }), async (prompt, max_tokens) => {
        const { answers } = await converse(prompt, { request: { max_tokens } })
        for (const { blocks, outputTokens = estimateTokens(blocks) } of answers) {
          expect(outputTokens).toBeLessThanOrEqual(max_tokens)
        }
      }),
      { numRuns: 100 },
    )
  })
})

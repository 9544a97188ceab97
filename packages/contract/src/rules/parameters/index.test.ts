import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiRequest } from '../../api-request.ts'
import { type ApiTargetOptions, resolveTarget } from '../../api-target.ts'
import type { Finding } from '../../rule.ts'
import { toRules } from '../../rule-catalogue.ts'
import { parameterChecks } from './index.ts'
import { bodyCases } from './testing/body-cases.ts'
import { modelCases } from './testing/model-cases.ts'
import { changedRequest } from './testing/rule-case.ts'
import { serverToolCases } from './testing/server-tool-cases.ts'
import { stateCases } from './testing/state-cases.ts'
import { thinkingCases } from './testing/thinking-cases.ts'
import { toolCases } from './testing/tool-cases.ts'
import { toolChoiceCases } from './testing/tool-choice-cases.ts'

const parameterRules = toRules(parameterChecks)

const CASES = [
  ...bodyCases,
  ...modelCases,
  ...thinkingCases,
  ...toolChoiceCases,
  ...toolCases,
  ...serverToolCases,
  ...stateCases,
]

describe('parameterRules', () => {
  it.each(CASES)('$rule alone answers: $says', ({ rule, breaks, says, target }) => {
    const found = findingsOf(changedRequest(breaks, target), target)
    expect(found.map(finding => [finding.rule, finding.message])).toEqual([[rule, says]])
  })

  it.each(CASES)('$rule lets its neighbour pass: $says', ({ rule, neighbour, target }) => {
    expect(findingsOf(changedRequest(neighbour, target), target), rule).toEqual([])
  })

  it('has a case for each of its rules, and no rule twice', () => {
    const ids = parameterRules.map(rule => rule.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(Object.keys(parameterChecks).length)
    expect(new Set(CASES.map(({ rule }) => rule))).toEqual(new Set(ids))
  })

  it('names a place that the request has, unless the place is what it lacks', () => {
    for (const { breaks, target } of CASES) {
      const request = changedRequest(breaks, target)
      for (const { rule, path } of findingsOf(request, target)) {
        const [field = ''] = path.split('.')
        expect(field in request || rule === 'ENV-09', path).toBe(true)
      }
    }
  })
})

describe('parameterRules on anything', () => {
  it('judges any JSON value without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), anyTarget, (request, target) => {
        expect(findingsOf(request, target)).toBeInstanceOf(Array)
      }),
      { numRuns: 2000 },
    )
  })

  it('judges damaged requests without throwing and without changing them', () => {
    fc.assert(
      fc.property(damagedRequest, anyTarget, (request, target) => {
        const copy = structuredClone(request)
        for (const { path, message } of findingsOf(request, target)) {
          expect([typeof path, typeof message]).toEqual(['string', 'string'])
        }
        expect(request).toEqual(copy)
      }),
      { numRuns: 2000 },
    )
  })

  it('breaks no request of the table by a field that cannot be printed', () => {
    const hostile = { toString: null, valueOf: null, toJSON: null }
    for (const { breaks, target } of CASES) {
      for (const field of Object.keys(breaks)) {
        expect(findingsOf(changedRequest({ ...breaks, [field]: hostile }, target), target)).toBeInstanceOf(
          Array,
        )
      }
    }
  })

  it('follows a schema to any depth', () => {
    let schema: Record<string, unknown> = { type: 'text' }
    for (let depth = 0; depth < 50_000; depth++)
      schema = { properties: { a: schema }, not: { $ref: '#/nowhere' } }
    const input_schema = { ...schema, type: 'object', additionalProperties: false }
    const tools = [{ name: 'deep', strict: true, input_schema }]
    const rules = findingsOf(changedRequest({ tools })).map(({ rule }) => rule)
    expect(new Set(rules)).toEqual(new Set(['TDF-06', 'TDF-09']))
  })
})

const anyTarget = fc.record(
  {
    model: fc.constantFrom(
      'claude-opus-5-5',
      'claude-sonnet-5-5',
      'claude-opus-4-6',
      'claude-haiku-4-5',
      'claude',
    ),
    platform: fc.constantFrom('anthropic', 'bedrock', 'vertex'),
    apiVersion: fc.constantFrom('2023-06-01', '2026-10-21'),
    betas: fc.subarray([
      'compact-2026-09-04',
      'compact-2026-01-12',
      'mcp-client-2025-11-20',
      'task-budgets-1',
    ]),
  },
  { requiredKeys: [] },
)

/** Without those that are about ten thousand of something. */
const SMALL_CASES = CASES.filter(({ breaks }) => JSON.stringify(breaks).length < 10_000)

/** Requests of the table, two laid over each other, with any JSON put in place of any part of them. */
const damagedRequest = fc
  .record({
    cases: fc.tuple(fc.constantFrom(...SMALL_CASES), fc.constantFrom(...SMALL_CASES)),
    damages: fc.array(fc.tuple(fc.array(fc.nat(), { maxLength: 7 }), fc.jsonValue({ maxDepth: 2 })), {
      minLength: 1,
      maxLength: 4,
    }),
  })
  .map(({ cases: [first, second], damages }) =>
    damages.reduce<unknown>(
      (request, [steps, value]) => damaged(request, { steps, value }),
      changedRequest({ ...first.breaks, ...second.breaks }),
    ),
  )

function damaged(
  part: unknown,
  { steps: [step, ...steps], value }: { readonly steps: readonly number[]; readonly value: unknown },
): unknown {
  if (step === undefined || typeof part !== 'object' || part === null) return value
  const keys = Object.keys(part)
  const key = keys[step % (keys.length + 1)]
  if (key === undefined) return Array.isArray(part) ? [...part, value] : { ...part, toString: value }
  // The keys come from the part itself.
  const inner = damaged((part as Record<string, unknown>)[key], { steps, value })
  return Array.isArray(part) ? part.with(Number(key), inner) : { ...part, [key]: inner }
}

type FoundByRule = Finding & { readonly rule: string }

function findingsOf(request: unknown, target?: ApiTargetOptions): readonly FoundByRule[] {
  const resolved = resolveTarget(target)
  // The rules promise to judge any JSON value, whatever the type says.
  const judged = request as ApiRequest
  return parameterRules.flatMap(rule =>
    [...rule.check(judged, resolved)].map(finding => ({ ...finding, rule: rule.id })),
  )
}

import { describe, expect, it } from 'vitest'
import { SYNTHETIC_TOOL_RESULT_PLACEHOLDER } from '../../message/synthetic-texts.ts'
import { text } from '../../testing/history-builder.ts'
import { rulesOf, runAgain, runStep } from '../../testing/normalize-log.ts'
import { createLedger } from '../ledger.ts'
import { pairServerTools } from './pair-server-tools.ts'

const CALL = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } }
const PAGE = { type: 'web_search_result', url: 'https://a', title: 'a', encrypted_content: 'e' }
const RESULT = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [PAGE] }
const MCP_CALL = { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'find', server_name: 'docs', input: {} }
const MCP_RESULT = {
  type: 'mcp_tool_result',
  tool_use_id: 'mcptoolu_1',
  is_error: false,
  content: [text('r')],
}

describe('pairServerTools', () => {
  it.each([
    ['a search of the API', [CALL, RESULT]],
    ['a tool of the MCP connector', [MCP_CALL, MCP_RESULT]],
  ])('leaves %s and its result alone', (_, answer) => {
    expect(runStep(pairServerTools, { answer: [text('a'), ...answer] })).toMatchObject({
      same: true,
      repairs: [],
    })
  })

  it.each([
    [
      CALL,
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: { type: 'web_search_tool_result_error', error_code: 'unavailable' },
      },
    ],
    [
      MCP_CALL,
      {
        type: 'mcp_tool_result',
        tool_use_id: 'mcptoolu_1',
        is_error: true,
        content: [text(SYNTHETIC_TOOL_RESULT_PLACEHOLDER)],
      },
    ],
  ])('gives a call that was cut off an error result: $type', (cut, error) => {
    const run = runStep(pairServerTools, { answer: [cut] })
    expect(run.answer).toEqual([cut, error])
    expect(rulesOf(run.repairs)).toEqual(['SRV-03 inserted'])
    expect(runAgain(pairServerTools, run)).toMatchObject({ same: true, repairs: [] })
  })

  it('leaves a call open where the API paused in the middle of it', () => {
    expect(runStep(pairServerTools, { answer: [CALL], paused: true })).toMatchObject({
      same: true,
      repairs: [],
    })
  })

  it.each([
    ['without a call', [RESULT]],
    ['before its call', [RESULT, CALL, { ...RESULT, content: [] }]],
    ['a second time', [CALL, { ...RESULT, content: [] }, RESULT]],
  ])('makes text of a result %s', (_, answer) => {
    const run = runStep(pairServerTools, { answer })
    expect(JSON.stringify(run.answer)).toContain('[web_search_tool_result: {')
    expect(rulesOf(run.repairs)).toEqual(['SRV-04 replaced'])
  })

  it('makes text of a result of another kind, and answers the call', () => {
    const run = runStep(pairServerTools, { answer: [CALL, { ...RESULT, type: 'web_fetch_tool_result' }] })
    expect(rulesOf(run.repairs)).toEqual(['SRV-04 replaced', 'SRV-03 inserted'])
  })

  it.each([
    ['SRV-05', [CALL, { ...RESULT, content: [{ ...PAGE, encrypted_content: '' }] }]],
    ['ENV-16', [MCP_CALL, { ...MCP_RESULT, content: [text(' ')] }]],
  ])('keeps what a result says where the API could not read it back (%s)', (rule, answer) => {
    const run = runStep(pairServerTools, { answer })
    expect(rulesOf(run.repairs)).toEqual([`${rule} replaced`, 'SRV-03 inserted'])
    expect(run.answer).toHaveLength(3)
    expect(run.answer[1]).toMatchObject({ type: 'text' })
  })

  it.each([
    ['SRV-01', { ...CALL, id: 'toolu_1' }, {}],
    ['SRV-02', { ...CALL, name: 'constructor' }, {}],
    ['SRV-02', { ...CALL, name: 'advisor' }, {}],
    ['SRV-13', CALL, { platform: 'bedrock' }],
    ['SRV-13', { ...CALL, name: 'web_fetch' }, { platform: 'vertex' }],
    ['SRV-13', MCP_CALL, { platform: 'vertex' }],
    ['TUP-08', { ...CALL, input: 'q' }, {}],
  ] as const)('makes text of a foreign call: %s', (rule, block, target) => {
    const run = runStep(pairServerTools, { answer: [block], target })
    expect(rulesOf(run.repairs)).toEqual([`${rule} replaced`])
    expect(run.answer).toEqual([{ type: 'text', text: expect.stringContaining(block.id) }])
  })

  it('makes text of a call whose id was used before', () => {
    const ledger = createLedger()
    ledger.toolIds.add('srvtoolu_1')
    expect(rulesOf(runStep(pairServerTools, { answer: [CALL, RESULT], ledger }).repairs)).toEqual([
      'TUP-04 replaced',
      'SRV-04 replaced',
    ])
  })

  const OURS = { type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} }

  it('leaves a call open that stands beside one of ours: the API answers it in its next answer', () => {
    const ledger = createLedger()
    expect(runStep(pairServerTools, { answer: [CALL, OURS], ledger })).toMatchObject({
      same: true,
      repairs: [],
    })
    expect(runStep(pairServerTools, { answer: [RESULT, text('b')], ledger })).toMatchObject({
      same: true,
      repairs: [],
    })
  })

  it('gives such a call an error result where the next answer brings none', () => {
    const ledger = createLedger()
    runStep(pairServerTools, { answer: [CALL, OURS], ledger })
    const run = runStep(pairServerTools, { answer: [text('b')], ledger })
    expect(run.answer).toMatchObject([
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1' },
      text('b'),
    ])
    expect(rulesOf(run.repairs)).toEqual(['SRV-03 inserted'])
    expect(ledger.waitingCalls.size).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { SERVER_TOOL_RESULT_TYPES } from '../content-block.ts'
import { BETA_BLOCKS, BLOCK_FIELDS, BLOCKS_BY_ROLE, TOOL_RESULT_BLOCKS } from './block-fields.ts'
import { SERVER_TOOL_RESULT_OF } from './patterns.ts'

describe('the block tables', () => {
  it('know the fields of every type that they name', () => {
    const named = [
      ...Object.values(BLOCKS_BY_ROLE).flat(),
      ...Object.keys(BETA_BLOCKS),
      ...TOOL_RESULT_BLOCKS,
      ...Object.values(SERVER_TOOL_RESULT_OF),
    ]
    expect(named.filter(type => BLOCK_FIELDS[type] === undefined)).toEqual([])
  })

  it('name the server tool results that a message may have', () => {
    expect(new Set(Object.values(SERVER_TOOL_RESULT_OF))).toEqual(new Set(SERVER_TOOL_RESULT_TYPES))
    for (const type of SERVER_TOOL_RESULT_TYPES) expect(BLOCKS_BY_ROLE.assistant).toContain(type)
  })

  it('let every type have its type', () => {
    for (const fields of Object.values(BLOCK_FIELDS)) expect(fields).toContain('type')
  })

  it('find nothing under the names that every object has', () => {
    for (const name of ['constructor', 'toString', '__proto__']) {
      expect([BLOCK_FIELDS[name], BETA_BLOCKS[name], SERVER_TOOL_RESULT_OF[name]]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
    }
  })
})

import { describe, expect, it } from 'vitest'
import { findNearIds, findToolIds } from './tool-ids.ts'

const IDS = ['toolu_01AbcdEf', 'toolu_01AbcdXy', 'call_9Z']

describe('findToolIds', () => {
  it('takes an id, its beginning with or without what all begin with, and its end', () => {
    expect(findToolIds(IDS, 'toolu_01AbcdEf')).toEqual(['toolu_01AbcdEf'])
    expect(findToolIds(IDS, '01AbcdE')).toEqual(['toolu_01AbcdEf'])
    expect(findToolIds(IDS, 'dXy')).toEqual(['toolu_01AbcdXy'])
    expect(findToolIds([...IDS, ...IDS], '01Abcd')).toEqual(['toolu_01AbcdEf', 'toolu_01AbcdXy'])
  })

  it('takes no two letters, which say too little, unless they are the whole id', () => {
    expect(findToolIds(IDS, '9Z')).toEqual([])
    expect(findToolIds(['t1'], 't1')).toEqual(['t1'])
  })
})

describe('findNearIds', () => {
  it('puts the most similar first', () => {
    expect(findNearIds(IDS, 'toolu_01AbcdEg')[0]).toBe('toolu_01AbcdEf')
    expect(findNearIds(IDS, '9z')[0]).toBe('call_9Z')
  })
})

import { describe, expect, it } from 'vitest'
import { readBenchArguments } from './bench/bench-arguments.mjs'
import { listMisses, toTable } from './bench/bench-table.mjs'

const MET = {
  name: 'an append against write + fdatasync, p50',
  value: '1.31 × (40 µs)',
  target: '≤ 1.5 ×',
  pass: true,
}
const MISSED = { name: 'memory', value: '300 MB', target: '≤ 250 MB', pass: false }

describe('the table of the bench', () => {
  it('tells peer, ratio and target of each row', () => {
    expect(toTable([MET, MISSED])).toEqual({
      [MET.name]: {
        value: '1.31 × (40 µs)',
        peer: 'write + fdatasync',
        ratio: '1.31 ×',
        target: '≤ 1.5 ×',
        met: 'yes',
      },
      memory: { value: '300 MB', peer: '–', ratio: '–', target: '≤ 250 MB', met: 'MISSED' },
    })
  })

  it('believes a row that says them itself', () => {
    const row = { ...MISSED, peer: 'the store alone', ratio: 1.23456 }
    expect(toTable([row]).memory).toMatchObject({ peer: 'the store alone', ratio: '1.23 ×' })
  })

  it('names each target that was missed', () => {
    expect(listMisses([MET, MISSED])).toEqual(['missed: memory: 300 MB, target ≤ 250 MB'])
  })
})

describe('the command line of the bench', () => {
  it('takes a name, and whether misses count', () => {
    expect(readBenchArguments(['append', '--check'])).toEqual({
      name: 'append',
      check: true,
      help: false,
      problem: null,
    })
    expect(readBenchArguments([])).toEqual({ name: '', check: false, help: false, problem: null })
    expect(readBenchArguments(['--help']).help).toBe(true)
  })

  it('says what it does not understand', () => {
    expect(readBenchArguments(['--chek']).problem).toBe('bench knows no --chek')
    expect(readBenchArguments(['append', 'follow']).problem).toBe('bench takes one name, not 2')
  })
})

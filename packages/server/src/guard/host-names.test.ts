import { describe, expect, it } from 'vitest'
import { isLoopback, listHosts, toLinkHost } from './host-names.ts'

describe('the names of the server', () => {
  it('are those of this machine alone, with the port', () => {
    expect(listHosts({ host: '127.0.0.1', port: 4020 })).toEqual(['127.0.0.1:4020', 'localhost:4020'])
    expect(listHosts({ host: '127.0.0.1', port: 80 })).toContain('localhost')
    expect(listHosts({ host: '::1', port: 1 })).toContain('[::1]:1')
    expect(listHosts({ host: '192.168.0.7', port: 1 })).toEqual([
      '127.0.0.1:1',
      'localhost:1',
      '192.168.0.7:1',
    ])
  })

  it('make a link that can be opened', () => {
    expect(toLinkHost('::1')).toBe('[::1]')
    expect(toLinkHost('0.0.0.0')).not.toBe('0.0.0.0')
  })

  it('are reached by others or not', () => {
    for (const host of ['127.0.0.1', '127.8.8.8', '::1', 'localhost']) expect(isLoopback(host)).toBe(true)
    for (const host of ['0.0.0.0', '::', '192.168.0.7', '127.evil.test', '127.0.0.1.evil.test'])
      expect(isLoopback(host)).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { parseFetchUrl } from '../built-in-tools/web/parse-fetch-url.ts'
import { isPrivateAddress } from './private-address.ts'

describe('isPrivateAddress', () => {
  it.each([
    '127.0.0.1',
    '127.255.0.3',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    'nonsense',
    '',
  ])('is true for %j', address => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '192.169.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450:4001::1',
  ])('is false for %j', address => {
    expect(isPrivateAddress(address)).toBe(false)
  })
})

describe('parseFetchUrl', () => {
  const parse = (text: string, allowPrivateAddresses = false) => {
    const url = parseFetchUrl(text, { allowPrivateAddresses })
    return 'problem' in url ? null : url.href
  }

  it.each([
    ['http://example.org/a#b', 'https://example.org/a'],
    ['https://example.org', 'https://example.org/'],
    ['http://example.org:8080/', 'https://example.org:8080/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ])('takes %j as %j', (text, href) => {
    expect(parse(text)).toBe(href)
  })

  it.each([
    'example.org',
    'ftp://example.org',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:secret@example.org/',
    'http://localhost/',
    'http://localhost./',
    'http://a.localhost/',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://metadata.google.internal/',
    'http://printer.local/',
    'http://intranet/',
    'http://10.0.0.1/',
    'http://0/',
    `https://example.org/${'a'.repeat(9_000)}`,
  ])('refuses %j', text => {
    expect(parse(text)).toBeNull()
  })

  it('takes a private address as it is where that is allowed', () => {
    expect(parse('http://127.0.0.1:80/x', true)).toBe('http://127.0.0.1/x')
    expect(parse('http://localhost:3000/', true)).toBe('http://localhost:3000/')
  })
})

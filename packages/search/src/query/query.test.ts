import { describe, expect, it } from 'vitest'
import type { SearchDocument } from '../document/read-document.ts'
import { matchesQuery } from './matches-query.ts'
import { parseQuery } from './parse-query.ts'
import type { SearchQuery } from './search-query.ts'
import { neededTerms } from './search-query.ts'

const NOW = Date.parse('2026-11-15T12:00:00Z')

function query(text: string): SearchQuery {
  const parsed = parseQuery(text, { now: NOW })
  if (parsed.kind === 'refused') throw new Error(parsed.reason)
  return parsed.query
}

function refusal(text: string): string {
  const parsed = parseQuery(text, { now: NOW })
  return parsed.kind === 'refused' ? parsed.reason : ''
}

function finds(words: string, text: string): boolean {
  const document: SearchDocument = {
    session: 's1',
    project: '',
    role: 'user',
    time: 0,
    isSidechain: false,
    fields: [{ kind: 'prompt', text }],
  }
  return matchesQuery(document, query(words))
}

describe('a query', () => {
  it('is words, phrases, exclusions and filters', () => {
    expect(query('Rate "Per Minute" -draft tool:Bash before:2026-11 is:error kind:answer')).toEqual({
      words: [
        { text: 'rate', isPhrase: false },
        { text: 'per minute', isPhrase: true },
      ],
      excluded: [{ text: 'draft', isPhrase: false }],
      filters: { tool: 'bash', before: Date.parse('2026-11-01'), isError: true, kind: 'answer' },
    })
    expect(query('project:"my harbour" after:7d').filters).toEqual({
      project: 'my harbour',
      after: NOW - 7 * 86_400_000,
    })
  })

  it('takes what is no filter for words', () => {
    expect(query('https://x.dev foo:bar "open').words.map(({ text }) => text)).toEqual([
      'https://x.dev',
      'foo:bar',
      'open',
    ])
  })

  it('is refused with a reason where a filter cannot be understood', () => {
    expect(refusal('after:yesterday')).toContain('is no date')
    expect(refusal('kind:song')).toContain('none of prompt, answer')
    expect(refusal('role:king')).toContain('none of user')
    expect(refusal('is:lost')).toContain('is:error')
    expect(refusal('context:cloud')).toContain('none of file, web, folder')
    expect(refusal('tool:""')).toContain('needs a value')
  })
})

describe('the filter context:', () => {
  const attached: SearchDocument = {
    ...{ session: 's1', project: '', role: 'user', time: 0, isSidechain: false },
    references: [{ type: 'FileReference', path: 'a.ts' }],
    fields: [{ kind: 'prompt', text: 'look at it' }],
  }
  const { references, ...plain } = attached

  it('finds prompts to which that kind was attached', () => {
    expect(matchesQuery(attached, query('context:file'))).toBe(true)
    expect(matchesQuery(attached, query('CONTEXT:File look'))).toBe(true)
    expect(matchesQuery(attached, query('context:any'))).toBe(true)
    expect(matchesQuery(attached, query('context:git'))).toBe(false)
    expect(matchesQuery(attached, query('context:file elsewhere'))).toBe(false)
    expect(matchesQuery(plain, query('context:any'))).toBe(false)
  })
})

describe('a word', () => {
  it('is found at the beginning of a word or of a part of one, in any case', () => {
    expect(finds('perm', 'checkPermission')).toBe(true)
    expect(finds('permission', 'CHECK_PERMISSIONS')).toBe(true)
    expect(finds('html', 'parseHTMLText')).toBe(true)
    expect(finds('text', 'parseHTMLText')).toBe(true)
    expect(finds('index.ts', 'src/index.ts:4')).toBe(true)
    expect(finds('ission', 'permission')).toBe(false)
    expect(finds('"ission"', 'permission')).toBe(true)
  })

  it('is found however its letters are written', () => {
    expect(finds('CAFÉ', 'cafe\u0301s')).toBe(true)
    expect(finds('istanbul', 'İSTANBUL')).toBe(true)
    expect(finds('οδος', 'ΟΔΟΣΑ')).toBe(true)
    expect(finds('cafe', 'café')).toBe(false)
  })

  it('is found anywhere in scripts without blanks', () => {
    expect(finds('文件', '配置文件夹')).toBe(true)
    expect(finds('엔진', '검색엔진으로')).toBe(true)
    expect(finds('🎉', 'done🎉')).toBe(true)
  })
})

describe('needed terms', () => {
  it('are those with which terms of every match begin', () => {
    expect(neededTerms(query('src/index.ts "ssion of deny" 配置文'))).toEqual([
      'src',
      'index',
      'ts',
      'of',
      'deny',
      '配置',
      '置文',
    ])
    expect(neededTerms(query('"inside"'))).toEqual([])
  })
})

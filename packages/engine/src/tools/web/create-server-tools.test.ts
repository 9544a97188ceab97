import { expect, it } from 'vitest'
import { createServerTools } from './create-server-tools.ts'

it('offers the search of the API, with the sites that are wanted', () => {
  expect(createServerTools()).toEqual([{ type: 'web_search_20250305', name: 'web_search', max_uses: 8 }])
  expect(
    createServerTools({ webSearch: { maxUses: 2, allowedDomains: ['a.org'], blockedDomains: ['b.org'] } }),
  ).toEqual([{ type: 'web_search_20250305', name: 'web_search', max_uses: 2, allowed_domains: ['a.org'] }])
  expect(createServerTools({ webSearch: { blockedDomains: ['b.org'] } })).toEqual([
    { type: 'web_search_20250305', name: 'web_search', max_uses: 8, blocked_domains: ['b.org'] },
  ])
  expect(createServerTools({ webSearch: false })).toEqual([])
})

import type { ContentBlock } from '@antiphon/contract'
import { createAssistantMessage } from '@antiphon/core'
import { expect, it } from 'vitest'
import { createSearchWatch } from './watch-searches.ts'

it('tells what is searched for and how much was found, also of a search that failed', () => {
  const watch = createSearchWatch()
  const tell = (...content: readonly object[]) =>
    watch(createAssistantMessage({ content: content as readonly ContentBlock[] })).map(
      ({ parentToolUseID, data }) => [parentToolUseID, data],
    )
  const search = (id: string, input: object) => ({ type: 'server_tool_use', id, name: 'web_search', input })
  expect(tell(search('a', { query: 'swans' }))).toEqual([['a', { type: 'query_update', query: 'swans' }]])
  expect(
    tell(
      { type: 'web_search_tool_result', tool_use_id: 'a', content: [{}, {}] },
      { type: 'text', text: 'So.' },
    ),
  ).toEqual([['a', { type: 'search_results_received', resultCount: 2, query: 'swans' }]])
  expect(
    tell({
      type: 'web_search_tool_result',
      tool_use_id: 'b',
      content: { type: 'web_search_tool_result_error' },
    }),
  ).toEqual([['b', { type: 'search_results_received', resultCount: 0, query: '' }]])
  expect(tell(search('c', { query: 7 }), { ...search('d', {}), name: 'code_execution' })).toEqual([])
})

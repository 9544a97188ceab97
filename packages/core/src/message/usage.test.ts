import { expect, it } from 'vitest'
import { EMPTY_USAGE } from './usage.ts'

it('is the whole usage object of seed 004 with every count at zero', () => {
  expect(EMPTY_USAGE).toStrictEqual({
    input_tokens: 0,
    output_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: null,
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
    inference_geo: null,
    iterations: null,
    speed: null,
  })
})

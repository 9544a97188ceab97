import fc from 'fast-check'

/** Usage as files hold it: any subset of the fields, some null. */
export function arbitraryUsage(): fc.Arbitrary<object> {
  const count = fc.option(fc.nat({ max: 300_000 }))
  const label = (...values: readonly string[]) => fc.option(fc.constantFrom(...values))
  return fc.record(
    {
      input_tokens: count,
      output_tokens: count,
      cache_creation_input_tokens: count,
      cache_read_input_tokens: count,
      cache_creation: fc.option(
        fc.record(
          { ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count },
          { requiredKeys: [] },
        ),
      ),
      server_tool_use: fc.option(
        fc.record({ web_search_requests: fc.nat({ max: 5 }), web_fetch_requests: fc.nat({ max: 5 }) }),
      ),
      output_tokens_details: fc.option(fc.record({ thinking_tokens: count })),
      service_tier: label('standard', 'priority', 'batch'),
      inference_geo: label('', 'us', 'global', 'not_available'),
      speed: label('standard', 'fast'),
      iterations: fc.option(
        fc.array(
          fc.record({ type: fc.constantFrom('message', 'compaction'), input_tokens: fc.nat({ max: 1000 }) }),
          { maxLength: 2 },
        ),
      ),
    },
    { requiredKeys: [] },
  )
}

import { type Changes, type RuleCase, tool } from './rule-case.ts'

const OPUS_TYPES =
  'bash_20250124, browser_toolset_20260801, code_execution_20250522, code_execution_20250825, code_execution_20260120, code_execution_20260521, computer_toolset_20260801, memory_20250818, text_editor_20250124, text_editor_20250429, text_editor_20250728, tool_search_tool_bm25, tool_search_tool_bm25_20251119, tool_search_tool_regex, tool_search_tool_regex_20251119, web_fetch_20250910, web_fetch_20260209, web_fetch_20260309, web_fetch_20260318, web_search_20250305, web_search_20260209, web_search_20260318'
const COMPUTER = {
  type: 'computer_20251124',
  name: 'computer',
  display_width_px: 1,
  display_height_px: 1,
}
const CODE = { type: 'code_execution_20260120', name: 'code_execution' }
const DYNAMIC_SEARCH = { type: 'web_search_20260209', name: 'web_search' }
const SERVER = { type: 'url', name: 'files', url: 'https://example.com' }
const TOOLSET = { type: 'mcp_toolset', mcp_server_name: 'files' }
const MCP = { betas: ['mcp-client-2025-11-20'] }

/** Tools that somebody else runs or defines: the API, an MCP server, a toolset. */
export const serverToolCases: readonly RuleCase[] = [
  {
    rule: 'TDF-08',
    breaks: { tools: [{ type: 'function', function: {} }] },
    says: "tools.0: Input tag 'function' found using 'type' does not match any of the expected tags: 'bash_20250124', 'browser_toolset_20260801', 'computer_toolset_20260801', 'custom', 'memory_20250818', 'text_editor_20250124', 'text_editor_20250429', 'text_editor_20250728', 'tool_search_tool_bm25', 'tool_search_tool_bm25_20251119', 'tool_search_tool_regex', 'tool_search_tool_regex_20251119', 'web_search_20250305'",
    neighbour: { tools: [tool({ type: 'custom' })] },
    target: { platform: 'vertex' },
  },
  {
    rule: 'TDF-08',
    breaks: { tools: [webSearch({})] },
    says: "tools.0: Input tag 'web_search_20250305' found using 'type' does not match any of the expected tags: 'bash_20250124', 'custom', 'memory_20250818', 'text_editor_20250124', 'text_editor_20250429', 'text_editor_20250728', 'tool_search_tool_bm25', 'tool_search_tool_bm25_20251119', 'tool_search_tool_regex', 'tool_search_tool_regex_20251119'",
    neighbour: { tools: [{ type: 'tool_search_tool_regex', name: 'tool_search_tool_regex' }] },
    target: { platform: 'bedrock' },
  },
  {
    rule: 'SRV-08',
    breaks: { tools: [webSearch({ allowed_domains: ['a.com'], blocked_domains: ['b.com'] })] },
    says: 'tools.0.web_search_20250305: only one of allowed_domains and blocked_domains may be set',
    neighbour: { tools: [webSearch({ allowed_domains: ['a.com'], blocked_domains: null })] },
  },
  {
    rule: 'SRV-08',
    breaks: { tools: [webSearch({ allowed_domains: ['https://a.com'] })] },
    says: 'tools.0.web_search_20250305.allowed_domains.0: a domain has no scheme',
    neighbour: { tools: [webSearch({ allowed_domains: ['a.com'] })] },
  },
  {
    rule: 'SRV-08',
    breaks: { tools: [webSearch({ blocked_domains: ['*.a.com/x'] })] },
    says: 'tools.0.web_search_20250305.blocked_domains.0: a wildcard may only stand in the path',
    neighbour: { tools: [webSearch({ blocked_domains: ['a.com/*'] })] },
  },
  {
    rule: 'SRV-08',
    breaks: { tools: [webSearch({ user_location: { type: 'approximate', country: 'USA' } })] },
    says: 'tools.0.web_search_20250305.user_location.country: not an ISO 3166-1 alpha-2 country code',
    neighbour: { tools: [webSearch({ user_location: { type: 'approximate', country: 'US' } })] },
  },
  {
    rule: 'SRV-09',
    breaks: { tools: [tool(), DYNAMIC_SEARCH] },
    says: '\'claude-haiku-4-5-20251001\' does not support programmatic tool calling. The following tools have `allowed_callers` that require it: web_search. Explicitly set `allowed_callers=["direct"]` on these tools, or use a model that supports programmatic tool calling.',
    neighbour: { tools: [tool(), { ...DYNAMIC_SEARCH, allowed_callers: ['direct'] }] },
    target: { model: 'claude-haiku-4-5-20251001' },
  },
  {
    rule: 'SRV-10',
    breaks: { container: 'container_1', tools: [tool()] },
    says: 'container: Container identifier can only be provided when using the code execution tool',
    neighbour: { container: 'container_1', tools: [CODE] },
  },
  {
    rule: 'SRV-10',
    breaks: { container: { id: 'container_1' }, tools: [webSearch({})] },
    says: 'container: Container identifier can only be provided when using the code execution tool',
    // A web tool that filters by code brings the container with it.
    neighbour: { container: { id: 'container_1' }, tools: [DYNAMIC_SEARCH] },
  },
  {
    rule: 'SRV-13',
    breaks: { tools: [COMPUTER] },
    says: `'claude-opus-5-5' does not support tool types: computer_20251124. Did you mean one of ${OPUS_TYPES}?`,
    neighbour: { tools: [{ type: 'computer_toolset_20260801' }] },
    target: { model: 'claude-opus-5-5', betas: ['computer-use-2025-11-24'] },
  },
  {
    rule: 'SRV-13',
    breaks: { tools: [{ type: 'browser_toolset_20260801' }] },
    says: "'claude-opus-4-7' does not support tool types: browser_toolset_20260801. Did you mean one of bash_20250124, memory_20250818, text_editor_20250124, text_editor_20250429, text_editor_20250728, tool_search_tool_bm25, tool_search_tool_bm25_20251119, tool_search_tool_regex, tool_search_tool_regex_20251119, web_search_20250305?",
    neighbour: { tools: [webSearch({})] },
    target: { model: 'claude-opus-4-7', platform: 'vertex' },
  },
  {
    rule: 'SKL-01',
    breaks: { container: { skills: skills(1) }, tools: [tool()] },
    says: 'container: skills can only be used when a code execution tool is enabled',
    neighbour: { container: { skills: skills(1) }, tools: [CODE] },
  },
  {
    rule: 'SKL-01',
    breaks: { container: { skills: skills(21) }, tools: [CODE] },
    says: 'container.skills: List should have at most 20 items',
    neighbour: { container: { skills: skills(20) }, tools: [CODE] },
  },
  {
    rule: 'MCP-01',
    breaks: { mcp_servers: [SERVER] },
    says: "MCP server 'files' is defined but not referenced by any mcp_toolset in tools",
    neighbour: { mcp_servers: [SERVER], tools: [TOOLSET] },
    target: MCP,
  },
  {
    rule: 'MCP-01',
    breaks: { mcp_servers: [SERVER], tools: [TOOLSET, TOOLSET] },
    says: "MCP server 'files' is referenced by more than one mcp_toolset in tools",
    neighbour: { mcp_servers: [] },
    target: MCP,
  },
  {
    rule: 'MCP-01',
    breaks: { tools: [TOOLSET] },
    says: "MCP server 'files' is referenced by an mcp_toolset in tools but not defined",
    neighbour: { tools: [tool()] },
    target: MCP,
  },
  {
    rule: 'MCP-03',
    breaks: { tools: [tool({ name: 'bash' })], messages: adding({ type: 'bash_20250124', name: 'bash' }) },
    says: "messages.1.content.0: a tool named 'bash' is already available",
    neighbour: { tools: [tool({ name: 'bash' })], messages: adding(tool({ name: 'bash' })) },
    target: { betas: ['mid-conversation-tool-changes-2026-07-01'] },
  },
  {
    rule: 'TRF-02',
    breaks: { tools: [tool({ defer_loading: true })] },
    says: 'At least one tool must have defer_loading=false. All tools cannot be deferred.',
    neighbour: { tools: [tool({ defer_loading: true }), tool({ name: 'write' })] },
  },
  {
    rule: 'TRF-03',
    breaks: { tools: [tool({ name: 'write' }), marked({ defer_loading: true })] },
    says: "Tool 'read' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.",
    neighbour: { tools: [tool({ name: 'write' }), marked({ defer_loading: false })] },
  },
  {
    rule: 'TRF-04',
    breaks: { tools: deferred(10_001) },
    says: 'tools: at most 10000 tools may have defer_loading=true',
    neighbour: { tools: deferred(10_000) },
  },
  {
    rule: 'TRF-04',
    breaks: { messages: referring('x'.repeat(257)) },
    says: 'messages.0.content.0.tool_result.content.0.tool_reference.tool_name: String should have at most 256 characters',
    neighbour: { messages: referring('x'.repeat(256)) },
  },
  {
    rule: 'TRF-04',
    breaks: { messages: referring('') },
    says: 'messages.0.content.0.tool_result.content.0.tool_reference.tool_name: String should have at least 1 character',
    neighbour: { messages: referring('x') },
  },
  {
    rule: 'MCP-01',
    breaks: { mcp_servers: servers(21), tools: toolsets(21) },
    says: 'mcp_servers: List should have at most 20 items',
    neighbour: { mcp_servers: servers(20), tools: toolsets(20) },
    target: MCP,
  },
  {
    rule: 'SRV-13',
    breaks: { tools: [{ type: 'computer_20250124', name: 'computer' }] },
    says: "'claude-opus-5-5' does not support tool types: computer_20250124. Did you mean one of bash_20250124, computer_20251124, memory_20250818, text_editor_20250124, text_editor_20250429, text_editor_20250728, tool_search_tool_bm25, tool_search_tool_bm25_20251119, tool_search_tool_regex, tool_search_tool_regex_20251119?",
    // On Bedrock this model keeps the tool that it refuses elsewhere.
    neighbour: { tools: [COMPUTER] },
    target: { platform: 'bedrock', betas: ['computer-use-2025-11-24', 'computer-use-2025-01-24'] },
  },
]

function webSearch(changes: Changes): Changes {
  return { type: 'web_search_20250305', name: 'web_search', ...changes }
}

function skills(count: number): readonly Changes[] {
  return Array.from({ length: count }, () => ({ type: 'anthropic', skill_id: 'pdf' }))
}

function servers(count: number): readonly Changes[] {
  return Array.from({ length: count }, (_, index) => ({ ...SERVER, name: `server${index}` }))
}

function toolsets(count: number): readonly Changes[] {
  return Array.from({ length: count }, (_, index) => ({ ...TOOLSET, mcp_server_name: `server${index}` }))
}

function adding(definition: Changes): readonly Changes[] {
  const content = [{ type: 'tool_addition', tool: { type: 'tool_definition', definition } }]
  return [
    { role: 'user', content: 'Hello' },
    { role: 'system', content },
  ]
}

function marked(changes: Changes): Changes {
  return tool({ cache_control: { type: 'ephemeral' }, ...changes })
}

function deferred(count: number): readonly Changes[] {
  const tools = Array.from({ length: count }, (_, index) => tool({ name: `t${index}`, defer_loading: true }))
  return [tool(), ...tools]
}

function referring(tool_name: string): readonly Changes[] {
  const content = [{ type: 'tool_reference', tool_name }]
  return [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content }] }]
}

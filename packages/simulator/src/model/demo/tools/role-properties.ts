/** What a value is for, whatever a harness calls its property. */
export type Role =
  | 'path'
  | 'folder'
  | 'pattern'
  | 'command'
  | 'content'
  | 'old'
  | 'new'
  | 'all'
  | 'url'
  | 'query'
  | 'prompt'
  | 'title'
  | 'agent'
  | 'skill'
  | 'plan'
  | 'action'
  | 'mode'
  | 'lineNumbers'
  | 'limit'

/** The names under which harnesses know each role, the likeliest first. */
export const ROLE_PROPERTIES: Readonly<Record<Role, readonly string[]>> = {
  path: [
    'file_path',
    'filePath',
    'path',
    'absolute_path',
    'target_file',
    'filename',
    'file_name',
    'file',
    'uri',
    'relative_path',
    'paths',
  ],
  folder: [
    'path',
    'dir_path',
    'dirPath',
    'directory',
    'directory_path',
    'dir',
    'folder',
    'target_directory',
    'relative_workspace_path',
    'file_path',
  ],
  pattern: [
    'pattern',
    'regex',
    'query',
    'glob_pattern',
    'glob',
    'search_pattern',
    'search_term',
    'search',
    'text',
    'patterns',
  ],
  command: ['command', 'cmd', 'script', 'commands', 'code', 'input'],
  content: ['content', 'contents', 'file_text', 'text', 'file_content', 'code', 'data', 'body'],
  old: ['old_string', 'oldString', 'old_str', 'old_text', 'oldText', 'search', 'find', 'target', 'original'],
  new: ['new_string', 'newString', 'new_str', 'new_text', 'newText', 'replace', 'replacement'],
  all: ['replace_all', 'replaceAll', 'all', 'allow_multiple'],
  url: ['url', 'uri', 'link', 'urls', 'address'],
  query: ['query', 'search_term', 'q', 'search_query', 'keywords', 'text'],
  prompt: ['prompt', 'instructions', 'instruction', 'task', 'message', 'question', 'goal'],
  title: ['description', 'title', 'summary', 'explanation', 'name', 'label'],
  agent: ['subagent_type', 'agent_type', 'agentType', 'agent', 'agent_name', 'mode'],
  skill: ['skill', 'skill_name', 'name', 'command'],
  plan: ['plan', 'content', 'text', 'markdown'],
  action: ['command', 'action', 'operation'],
  mode: ['output_mode', 'outputMode'],
  lineNumbers: ['-n', 'line_numbers', 'lineNumbers'],
  limit: ['head_limit', 'max_results', 'maxResults'],
}

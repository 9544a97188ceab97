import { renamed, shell, type ToolRules } from '../tools/tool-rule.ts'

/** Copilot's tools as ours. */
export const COPILOT_TOOLS: ToolRules = {
  bash: shell('command'),
  powershell: shell('command'),
  view: renamed('Read', { file_path: 'path' }),
  edit: renamed('Edit', { file_path: 'path', old_string: 'old_str', new_string: 'new_str' }),
  str_replace: renamed('Edit', { file_path: 'path', old_string: 'old_str', new_string: 'new_str' }),
  create: renamed('Write', { file_path: 'path', content: 'file_text' }),
  rg: renamed('Grep', { path: 'paths' }),
  grep: renamed('Grep', { path: 'paths' }),
  glob: renamed('Glob', { path: 'paths' }),
  web_fetch: renamed('WebFetch'),
  web_search: renamed('WebSearch'),
  skill: renamed('Skill'),
  task: renamed('Task', { subagent_type: 'agent_type' }),
}

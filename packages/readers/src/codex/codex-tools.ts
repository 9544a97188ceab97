import { renamed, shell, type ToolRules, todoList } from '../tools/tool-rule.ts'

/** Codex's tools as ours. */
export const CODEX_TOOLS: ToolRules = {
  exec_command: shell('cmd'),
  shell: shell('command'),
  shell_command: shell('command'),
  container_exec: shell('command'),
  local_shell: shell('command'),
  update_plan: todoList('plan'),
  view_image: renamed('Read', { file_path: 'path' }),
  spawn_agent: renamed('Task', { prompt: 'message', subagent_type: 'agent_type' }),
  web_search: renamed('WebSearch'),
}

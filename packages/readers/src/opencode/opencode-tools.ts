import { renamed, shell, type ToolRules, todoList } from '../tools/tool-rule.ts'

/** opencode's tools as ours. */
export const OPENCODE_TOOLS: ToolRules = {
  bash: shell('command'),
  read: renamed('Read', { file_path: 'filePath' }),
  write: renamed('Write', { file_path: 'filePath' }),
  edit: renamed('Edit', {
    file_path: 'filePath',
    old_string: 'oldString',
    new_string: 'newString',
    replace_all: 'replaceAll',
  }),
  grep: renamed('Grep', { glob: 'include' }),
  glob: renamed('Glob'),
  list: renamed('LS'),
  webfetch: renamed('WebFetch'),
  websearch: renamed('WebSearch'),
  todowrite: todoList('todos'),
  task: renamed('Task'),
  skill: renamed('Skill', { skill: 'name' }),
}

import { renamed, shell, type ToolRules, todoList } from '../tools/tool-rule.ts'

/** Gemini CLI's tools as ours; Qwen Code, which descends from it, has most of them. */
export const GEMINI_TOOLS: ToolRules = {
  run_shell_command: shell('command'),
  read_file: renamed('Read', { file_path: 'absolute_path' }),
  read_many_files: renamed('Read', { file_path: 'paths' }),
  write_file: renamed('Write'),
  replace: renamed('Edit'),
  edit: renamed('Edit'),
  list_directory: renamed('LS', { path: 'dir_path' }),
  glob: renamed('Glob'),
  search_file_content: renamed('Grep'),
  grep_search: renamed('Grep'),
  web_fetch: renamed('WebFetch', { url: 'prompt' }),
  google_web_search: renamed('WebSearch'),
  write_todos: todoList('todos'),
  todo_write: todoList('todos'),
}

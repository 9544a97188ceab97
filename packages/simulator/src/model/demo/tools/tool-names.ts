/** What a tool is for. */
export type ToolKind =
  | 'shell'
  | 'editor'
  | 'glob'
  | 'list'
  | 'read'
  | 'search'
  | 'write'
  | 'edit'
  | 'delegate'
  | 'fetch'
  | 'searchWeb'
  | 'useSkill'
  | 'leavePlanMode'

/** How harnesses call their tools, without case and punctuation, the likeliest first. */
export const TOOL_NAMES: Readonly<Record<ToolKind, readonly string[]>> = {
  shell: [
    'bash',
    'shell',
    'terminal',
    'powershell',
    'runcommand',
    'runshellcommand',
    'executecommand',
    'runterminalcmd',
    'runinterminal',
    'localshell',
    'execcommand',
    'runbash',
    'exec',
  ],
  editor: ['strreplacebasededittool', 'strreplaceeditor', 'texteditor', 'editor'],
  glob: ['glob', 'globfiles', 'findfiles', 'filesearch', 'searchfilesbyname', 'find', 'globtool'],
  list: ['ls', 'list', 'listdirectory', 'listdir', 'listfiles', 'readdir', 'lsdir'],
  read: [
    'read',
    'readfile',
    'fileread',
    'viewfile',
    'view',
    'openfile',
    'readtextfile',
    'getfilecontents',
    'readfiles',
    'cat',
  ],
  search: [
    'grep',
    'grepsearch',
    'search',
    'searchfiles',
    'searchfilecontent',
    'codesearch',
    'searchcode',
    'ripgrep',
    'rg',
    'greptool',
    'findinfiles',
  ],
  write: [
    'write',
    'writefile',
    'filewrite',
    'createfile',
    'writetofile',
    'savefile',
    'create',
    'createnewfile',
    'writetextfile',
  ],
  edit: [
    'edit',
    'editfile',
    'fileedit',
    'strreplace',
    'replace',
    'replaceinfile',
    'searchreplace',
    'replacestringinfile',
  ],
  delegate: [
    'task',
    'agent',
    'dispatchagent',
    'subagent',
    'spawnagent',
    'runagent',
    'newtask',
    'delegate',
    'runsubagent',
    'launchagent',
  ],
  fetch: ['webfetch', 'fetch', 'fetchurl', 'fetchwebpage', 'readurl', 'openurl', 'browse', 'geturl'],
  searchWeb: ['websearch', 'searchweb', 'googlewebsearch', 'internetsearch', 'googlesearch'],
  useSkill: ['skill', 'useskill', 'runskill', 'activateskill'],
  leavePlanMode: ['exitplanmode', 'exitplanmodev2'],
}

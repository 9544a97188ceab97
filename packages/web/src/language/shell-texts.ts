export const SHELL_ENGLISH = {
  jump: 'Search or jump to…',
  home: 'Home',
  usage: 'Usage',
  settings: 'Settings',
  sidebar: 'Sidebar',
  tabs: 'Tabs',
  newChat: 'New chat',
  hideSidebar: 'Hide sidebar',
  showSidebar: 'Show sidebar',
  sidebarWidth: 'Width of the sidebar',
  dark: 'Use the dark theme',
  light: 'Use the light theme',
  server: 'The server of this window',
}

/** The texts around every place of the page. */
export type ShellTexts = typeof SHELL_ENGLISH

export const SHELL_CHINESE: ShellTexts = {
  jump: '搜索或跳转到…',
  home: '首页',
  usage: '用量',
  settings: '设置',
  sidebar: '侧栏',
  tabs: '标签栏',
  newChat: '新对话',
  hideSidebar: '隐藏侧栏',
  showSidebar: '显示侧栏',
  sidebarWidth: '侧栏宽度',
  dark: '使用深色主题',
  light: '使用浅色主题',
  server: '此窗口的服务器',
}

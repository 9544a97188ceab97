/** What kinds of defects are called and mean, by kind. */
export type DefectTexts = Readonly<Record<string, { readonly label: string; readonly sentence: string }>>

/** The explanations of the transcript's doctor in Chinese. */
export const DEFECTS_CHINESE: DefectTexts = {
  torn: defect('有一行被截断', '写入被中断，只存下了一行的开头；读取时会跳过，修复会删除它。'),
  nul: defect('零字节代替了文本', '崩溃在应有文本处留下了零；读取时会跳过，修复会删除。'),
  'invalid-text': defect(
    '部分字符已损坏',
    '有一行含有不是 UTF-8 的字节；显示为 U+FFFD，修复会写入该字符，原字节保留在备份中。',
  ),
  'not-utf8': defect('有一行不是文本', '这一行的字节不是 UTF-8，无法读取；读取时会跳过，修复会删除它。'),
  'not-json': defect('有一行不是 JSON', '这一行没有可读的消息；读取时会跳过，修复会删除它。'),
  'not-object': defect('有一行不是消息', '这一行是 JSON 但不是对象；读取时会跳过，修复会删除它。'),
  'too-long': defect(
    '有一行太长',
    '这一行长得程序无法作为文本保存；读取时会跳过，修复会保留它，因为它可能是完整的。',
  ),
  glued: defect(
    '两条消息在同一行',
    '两条消息之间缺少换行；我们能读出两者，其他程序会丢失，修复会让它们各占一行。',
  ),
  'byte-order-mark': defect(
    '字节顺序标记',
    '编辑器在行前加了看不见的标记；我们会忽略，其他程序可能出错，修复会去掉它。',
  ),
  'blank-line': defect('空行', '这一行没有内容；读取时会跳过，修复会删除它。'),
  'no-final-newline': defect(
    '最后一行没有结束',
    '最后一条消息完整，但行未结束；之后追加的内容会连在同一行，修复会补上换行。',
  ),
  'carriage-return': defect('Windows 换行', '这些行按 Windows 的方式结束；所有程序都能读，修复会保留。'),
  'no-uuid': defect('有消息没有编号', '一条消息没有编号；读取时按位置给它一个，修复会写下来。'),
  'duplicate-entry': defect('有消息存了两次', '同一条消息写了两次；以第一条为准，修复只保留它。'),
  'conflicting-entry': defect(
    '一条消息有两个版本',
    '一条消息以不同字段又写了一次；以更完整的为准，修复只保留它。',
  ),
  'uuid-collision': defect(
    '两条消息编号相同',
    '两条不同的消息编号相同；后者得到新编号并带着其后的消息，修复会写下来。',
  ),
  'unlinked-entry': defect(
    '有消息没有指明上一条',
    '一条消息没有说明跟在谁后面；放在文件中前一条之后，修复会写下来。',
  ),
  'dangling-parent': defect(
    '有消息指向缺失的上一条',
    '一条消息跟在从未存下的消息之后，多半是一个回答的最后几句；放在文件中前一条之后，修复会写下这个链接，缺的仍然缺。',
  ),
  'dangling-logical-parent': defect(
    '压缩指向缺失的消息',
    '一次压缩指向从未存下的消息；放在文件中前一条之后，修复会写下来。',
  ),
  'lost-root': defect(
    '回答出现在开头',
    '一个回答或结果自称是对话的开头，这不可能；放在文件中前一条之后，修复会写下来。',
  ),
  'self-parent': defect('有消息跟随自己', '一条消息把自己当作上一条；放在文件中前一条之后，修复会写下来。'),
  'parent-cycle': defect('消息互相跟随成环', '消息互为上一条；在文件进入环的地方断开，修复会写下来。'),
  'preserved-segment': defect(
    '保留的消息缺失',
    '一次压缩说它保留了一些消息，但文件中不全；它们留在压缩之前，修复无法找回。',
  ),
  'several-sessions': defect(
    '一个文件有多个会话',
    '文件中有多个会话的消息；继续时取最新的，其他的是分支，修复会保留。',
  ),
  'stored-progress': defect(
    '存储的进度',
    '旧版本存储了工具运行时显示的内容；它只占空间，从不发送，修复会保留。',
  ),
  'open-call': defect(
    '末尾的工具调用没有结果',
    '会话在工具运行时被切断；继续时以错误回答该调用，修复会存下这个回答，使其不变。',
  ),
  'unpaired-call': defect(
    '工具调用没有结果',
    '对话没有等工具的结果就继续了；继续会话时总以同样的错误回答，修复会保留原样，因为模型从未读过该回答。',
  ),
  'orphan-result': defect(
    '结果没有对应的调用',
    '一个结果回答了不存在的调用；继续时作为文本发送，修复会保留。',
  ),
  'duplicate-result': defect(
    '工具调用有两个结果',
    '一个调用被回答了两次；继续时把第二个作为文本发送，修复会保留。',
  ),
  'bad-call': defect(
    'API 会拒绝一个工具调用',
    '调用的编号、名称或输入不是 API 接受的；继续时发送可接受的，修复会保留原文。',
  ),
  'unpaired-server-call': defect(
    'API 自有工具的调用没有结果',
    'API 自有工具的调用与其结果不匹配；继续时发送能发送的，修复会保留。',
  ),
  'refused-media': defect(
    'API 会拒绝一张图片或文档',
    '这个图片或文档不是 API 接受的；继续时以说明代替，修复会保留原件。',
  ),
  'blank-text': defect('空白文本块', '模型常写下没有文字的文本；继续时略去，修复会保留原处。'),
  'unsigned-thinking': defect('没有签名的思考', '回答在思考签名前中断；继续时略去，修复会保留原处。'),
  'withheld-thinking': defect(
    '不再发送的思考',
    '思考属于其模型及之前的一切；继续时略去不再匹配的，例如换模型之后，修复会保留原处。',
  ),
  'lone-surrogate': defect('半个字符', '文本在字符中间被切断；继续时以符号代替，修复会保留。'),
  'unreadable-content': defect(
    '未知类型的内容',
    '一条消息含有 API 不理解的内容；继续时作为说明发送，修复会保留。',
  ),
  'misplaced-block': defect('内容位置不对', '有内容位于 API 不接受之处；继续时移动或略去，修复会保留。'),
  'missing-turn': defect(
    '缺少一轮',
    '人和模型必须轮流发言，这里缺了一轮；继续时补上几个字，没有丢失，修复会保留空缺。',
  ),
  'too-large': defect(
    '超出一次请求',
    '对话比 API 接受的更大；继续时略去最旧或最大的部分，修复会在文件中保留它们。',
  ),
  'other-repair': defect('API 会拒绝一个细节', '有内容的存储方式不被 API 接受；继续时会更正，修复会保留。'),
  'distant-call': defect(
    '较早的工具调用没有结果',
    '上次压缩之前、其他分支或子代理的调用没有结果；不会被发送，修复会保留。',
  ),
  'distant-result': defect(
    '较早的结果没有对应的调用',
    '上次压缩之前、其他分支或子代理的结果没有调用；不会被发送，修复会保留。',
  ),
}

function defect(label: string, sentence: string): DefectTexts[string] {
  return { label, sentence }
}

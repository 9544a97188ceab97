/** The look of an exported session: the window's tokens and the rules of its reading view; light and dark, and on paper. */
export const HTML_STYLE: string = `
:root{color-scheme:light dark;
--font:"Inter Variable","Inter",-apple-system,"Segoe UI","PingFang SC","Microsoft YaHei UI","Noto Sans CJK SC","Noto Sans SC",sans-serif;
--mono:"JetBrains Mono Variable","JetBrains Mono",ui-monospace,"SF Mono",Menlo,Consolas,"PingFang SC","Noto Sans Mono CJK SC","Noto Sans CJK SC",monospace;
--bg:light-dark(#ffffff,#191918);--bg-sunken:light-dark(#f8f7f5,#131312);
--bg-hover:light-dark(rgb(40 34 20 / 0.05),rgb(255 250 235 / 0.06));
--line:light-dark(#e6e4de,#2c2b29);--line-strong:light-dark(#cfccc4,#45433f);
--text:light-dark(#1b1a18,#eeece7);--text-2:light-dark(#514e48,#b8b4ac);--text-3:light-dark(#68645d,#969189);
--accent:light-dark(#3142c4,#a3affc);--accent-line:light-dark(#c3c9f5,#444c86);
--ok:light-dark(#17703a,#6bd096);--wait:light-dark(#8a5000,#f2b854);--bad:light-dark(#b8232a,#ff928a);
--add:light-dark(#17703a,#6bd096);--add-bg:light-dark(#ebf7ef,#16271c);--add-word:light-dark(#b9e8c7,#1e4b2f);
--del:light-dark(#b8232a,#ff928a);--del-bg:light-dark(#fdf0ef,#2e1a19);--del-word:light-dark(#f9cbc8,#5a2523)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:744px;padding:32px 24px 64px;background:var(--bg);color:var(--text);font:400 15px/24px var(--font);font-variant-numeric:tabular-nums;overflow-wrap:break-word}
h1{font-size:28px;line-height:34px;font-weight:600;letter-spacing:-.02em;margin:0 0 8px;text-wrap:balance}
h2{font-size:18px;line-height:26px;font-weight:600;letter-spacing:-.014em;margin:0;text-wrap:pretty;white-space:pre-wrap}
h3,h4,h5,h6{font-size:15px;line-height:24px;font-weight:600;margin:16px 0 4px}
p{margin:0}
a{color:var(--accent);text-decoration-color:var(--accent-line);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.top{border-bottom:1px solid var(--line);padding-bottom:16px}
.facts{display:flex;flex-wrap:wrap;gap:2px 12px;font-size:13px;line-height:20px;color:var(--text-2)}
summary{cursor:pointer;list-style:none;border-radius:6px;padding:4px 8px 4px 24px;margin:0 -8px;position:relative;font-size:13px;line-height:20px;color:var(--text-2)}
summary::-webkit-details-marker{display:none}
summary::before{content:"";position:absolute;left:10px;top:10px;width:5px;height:5px;border-right:1.5px solid var(--text-3);border-bottom:1.5px solid var(--text-3);transform:rotate(-45deg)}
details[open]>summary::before{transform:rotate(45deg)}
summary:hover{background:var(--bg-hover)}
details{margin:8px 0}
details>.body{padding-left:16px;border-left:1px solid var(--line);margin-left:4px}
.more>.body,.think>.body{font-size:13px;color:var(--text-2)}
.redacted{margin:8px 0 0}
.redacted table{border-collapse:collapse;font-size:12px;line-height:18px}
.redacted td,.redacted th{text-align:left;padding:2px 12px 2px 0;vertical-align:top;font-weight:400}
.redacted th{color:var(--text-3)}
.contents ol{list-style:none;margin:0;padding:0}
.contents a{display:block;padding:2px 0;color:var(--text);text-decoration:none}
.contents a:hover{color:var(--accent)}
.num{display:inline-block;min-width:28px;color:var(--text-3);font-size:12px}
.turn{padding:20px 0 24px}
.turn+.turn{border-top:1px solid var(--line)}
.aside{padding-top:24px;border-top:1px solid var(--line-strong)}
.prompt{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:4px 16px;position:relative;margin-bottom:16px}
.prompt::before{content:"";position:absolute;left:-16px;top:4px;bottom:4px;width:3px;border-radius:2px;background:var(--accent)}
.prompt .at{font-size:12px;line-height:26px;color:var(--text-3);white-space:nowrap}
.prompt .is-long{font-size:15px;line-height:24px;font-weight:500;letter-spacing:0}
.prompt .is-command{font-family:var(--mono);font-size:14px;font-weight:500;letter-spacing:0}
.asked{font:400 15px/24px var(--font);white-space:pre-wrap;margin:8px 0;color:var(--text)}
.refs{list-style:none;margin:0 0 4px;padding:0;font-size:12px;line-height:18px;color:var(--text-3)}
.label{font-size:12px;line-height:16px;color:var(--text-3);margin:8px 0 4px}
.images{display:flex;flex-wrap:wrap;gap:8px;margin:8px 0}
.images img{max-width:100%;max-height:640px;border-radius:6px;border:1px solid var(--line)}
.prose{margin:12px 0;text-wrap:pretty}
.prose>*{margin:0}
.prose>*+*,.prose blockquote>*+*{margin-top:12px}
.prose ul,.prose ol{padding-left:22px;margin:0}
.prose li+li{margin-top:4px}
.prose li>ul,.prose li>ol,.prose li>p,.prose li>pre{margin-top:4px}
.prose li::marker{color:var(--text-3)}
.prose code,.redacted code{font:400 .88em/1.5 var(--mono);padding:1px 4px;border-radius:4px;background:var(--bg-hover);overflow-wrap:anywhere}
.prose blockquote{border-left:3px solid var(--line-strong);padding-left:12px;color:var(--text-2)}
.prose hr{border:0;border-top:1px solid var(--line)}
.prose table{border-collapse:collapse;font-size:13px;line-height:20px}
.prose th,.prose td{border:1px solid var(--line);padding:4px 8px;text-align:left;vertical-align:top}
.prose th{font-weight:600;background:var(--bg-sunken)}
.prose .right{text-align:right}.prose .center{text-align:center}
.wide{overflow-x:auto}
pre{margin:4px 0;font:400 12px/18px var(--mono);font-variant-ligatures:none}
.code,.term{background:var(--bg-sunken);border:1px solid var(--line);border-radius:10px;padding:10px 14px;overflow:auto;max-height:480px;tab-size:2}
.prose .code code{padding:0;background:none;font:inherit;overflow-wrap:normal}
.term{color:var(--text-2);white-space:pre-wrap;overflow-wrap:anywhere}
.skipped{display:block;margin:6px -14px;padding:2px 14px;background:var(--bg-hover);color:var(--text-3);font:400 12px/18px var(--font)}
.body>.call,.body>.think{margin:0}
.term.is-failed{color:var(--text)}
.call>summary{display:flex;gap:8px;align-items:baseline}
.call b{font-weight:500;color:var(--text);flex:none}
.call .about{font:400 12px/20px var(--mono);color:var(--text);overflow-wrap:anywhere;min-width:0}
.call .sign{flex:none;color:var(--ok)}
.call .pm{flex:none;margin-left:auto;font:400 12px/20px var(--mono)}
.call .time{flex:none;margin-left:auto;font-size:12px;color:var(--text-3)}
.call .pm+.time,.call .state+.time{margin-left:0}
.call .state{flex:none;margin-left:auto;font-size:12px}
.is-failed>summary .sign,.is-failed>summary .state{color:var(--bad)}
.is-denied>summary .sign,.is-denied>summary .state,.is-interrupted>summary .sign,.is-interrupted>summary .state{color:var(--wait)}
.plus{color:var(--add)}.minus{color:var(--del)}
.work{margin:10px 0}
.think>summary{font-style:italic}
.diff{overflow:auto;max-height:640px;border:1px solid var(--line);border-radius:10px;background:var(--bg-sunken);font:400 12px/20px var(--mono);font-variant-ligatures:none;margin:4px 0}
.diff table{border-collapse:collapse;width:100%;min-width:max-content}
.diff td{padding:0;vertical-align:top}
.diff .n{width:44px;min-width:44px;text-align:right;padding-right:8px;color:var(--text-3);user-select:none;font-size:11px}
.diff .s{width:18px;text-align:center;user-select:none}
.diff .c{white-space:pre;padding-right:16px;tab-size:2}
.diff .add{background:var(--add-bg)}.diff .del{background:var(--del-bg)}
.diff .add .s,.diff .add .n{color:var(--add)}.diff .del .s,.diff .del .n{color:var(--del)}
.diff .gap td{text-align:center;color:var(--text-3);background:var(--bg-hover)}
.diff mark{color:inherit;border-radius:3px}
.diff .add mark{background:var(--add-word)}.diff .del mark{background:var(--del-word)}
.note{font-size:13px;line-height:20px;color:var(--text-2);margin:8px 0;white-space:pre-wrap}
.note.is-warning{color:var(--wait)}.note.is-error{color:var(--bad)}
.cut{display:flex;align-items:center;gap:12px;margin:16px 0;color:var(--text-3);font-size:12px}
.cut::before,.cut::after{content:"";flex:1;border-top:1px dashed var(--line-strong)}
.foot{margin-top:12px;font-size:12px;line-height:16px;color:var(--text-3)}
.end{border-top:1px solid var(--line);padding-top:12px;font-size:12px;color:var(--text-3)}
@media (max-width:600px){body{padding:20px 20px 48px}.prompt{grid-template-columns:minmax(0,1fr)}.call>summary{flex-wrap:wrap}}
@media print{:root{color-scheme:light}body{max-width:none;padding:0;font-size:11pt}.term,.code,.diff{max-height:none;overflow:visible}.diff .c{white-space:pre-wrap;overflow-wrap:anywhere}.diff table{min-width:0}nav,.end{display:none}.prompt{break-after:avoid}summary::before{display:none}a{color:inherit}}
`

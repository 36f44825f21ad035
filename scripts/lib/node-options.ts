/**
 * What the server's Node is started with. V8 lets much garbage lie while memory seems free: a small young generation and
 * a known ceiling (MB) keep it on a volunteer's machine, 169 instead of 258 MB after a run of requests, at the same rate.
 * Files never stand in this heap. Nor does it forget compiled code that was not used for a while: the first to search
 * would wait for it again.
 */
export const nodeOptions = ['--max-semi-space-size=4', '--max-old-space-size=256', '--no-flush-bytecode']

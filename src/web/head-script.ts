/**
 * Runs before the first paint of every page: theme, pictures only when tapped, "is signed in" for the header, and the guards of spec §2 (a
 * signed-in reader of `/` goes to the dashboard, a guest in the dashboard goes to `/`). What is sent before React has
 * taken the page over waits for it (`entry.client.tsx`): the browser itself would put a password into the address. A page
 * whose script or style is gone, because the site was renewed just then, is loaded once more, until one works.
 * The script of a reading page (`data-after`) is asked for once the page is painted, and then does what was pressed. Kept
 * tiny, and nothing thrown where nothing is stored: a slow phone makes 6 ms of it. Allowed by its hash.
 */
export const headScript = `(function(){
var d=document.documentElement,s=localStorage,p=location.pathname,t,e=0;d.classList.add('js');
if((s.getItem('pictures')||((navigator.connection||{}).saveData?'tap':''))=='tap')d.dataset.light='';
try{t=s.getItem('theme');if(t)d.dataset.theme=t;
t=s.getItem('token');if(t)e=JSON.parse(atob(t.split('.')[1].replace(/-/g,'+').replace(/_/g,'/'))).exp*1e3}catch(x){}
var i=e>Date.now()+(+s.getItem('clockOffset')||0);if(i)d.dataset.signedIn='';
if(i&&/^\\/(login|register)?$/.test(p))location.replace('/dashboard');
if(!i&&/^\\/(dashboard|profile|settings|seller|admin|keepers)(\\/|$)/.test(p))location.replace('/');
if(!i&&/^\\/contribute\\//.test(p))location.replace('/login?redirect='+encodeURIComponent(p+location.search));
addEventListener('submit',function(v){if(d.dataset.ready==='no'&&!v.target.hasAttribute('action')){
v.preventDefault();v.stopImmediatePropagation();d.early=v.target}},true);
addEventListener('error',function(v){var g=v.target,n=sessionStorage;
if((g.tagName=='SCRIPT'||g.rel=='stylesheet')&&!n.again&&navigator.onLine){n.again=1;location.reload()}},true);
addEventListener('click',function(v){d.pressed=v.target;var g='light'in d.dataset&&v.target.closest('picture:not([data-shown])');
if(g){g.dataset.shown='';v.preventDefault();v.stopPropagation()}},true);
var a=document.currentScript.dataset.after;if(a)requestAnimationFrame(function(){setTimeout(function(){
var m=document.createElement('script');m.type='module';m.src=a;document.head.append(m)})})
})()`.replaceAll('\n', '')

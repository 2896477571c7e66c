/**
 * Runs in the head. A page is painted before its modules are there: until then a press that needs them is kept, its button
 * marked `data-held`, and pressed once when they have taken over; so is a tick outside a form. Links, and forms that lead to
 * a page, go on at once. What is kept goes no further, or the scripts would see it twice; and it is pressed when the press
 * that is under way has ended, as a browser does not press a thing within its own press.
 */
export const heldPressesScript = `{const held=new Map,kinds=['click','submit'],hold=e=>{const at=e.target,keep=(what,press)=>{e.stopImmediatePropagation();held.set(what,press)}
if(/^(radio|checkbox)$/.test(at.type)){const on=at.checked;if(!at.form)keep(at,()=>{at.checked=!on;at.click()});return}
const form=e.type==='submit'&&at,button=form?e.submitter:at.closest('button')
if(form?form.getAttribute('method')==='post':button&&!(button.form&&button.type==='submit')&&!button.popoverTargetElement){
e.preventDefault();if(button)button.dataset.held=''
keep(form||button,()=>{if(button)delete button.dataset.held;form?form.requestSubmit(button):button.click()})}}
for(const k of kinds)addEventListener(k,hold,true)
addEventListener('taken-over',()=>{for(const k of kinds)removeEventListener(k,hold,true);for(const press of held.values())setTimeout(press)},{once:true})}`

/** Presses what was kept, once the page's scripts have taken over. */
export function pressHeld(): void {
  dispatchEvent(new Event('taken-over'))
}

package engine

// export names a function of the engine.
type export int

const (
	fnInitialize export = iota
	fnInit
	fnSetMemoryLimit
	fnSetStackSize
	fnSetGCThreshold
	fnSetRejectionHandler
	fnEval
	fnCall
	fnNewString
	fnNewNumber
	fnNewHostFunction
	fnGetFloat64
	fnGetStringLen
	fnFreeCString
	fnGetUndefined
	fnGetGlobal
	fnSetPropString
	fnGetPropString
	fnFreeValue
	fnDupValue
	fnIsException
	fnIsUncatchable
	fnIsString
	fnGetException
	fnGetValuePtr
	fnExecuteJob
	fnRunGC
	fnGetRuntime
	fnGetContext
	fnSetRuntimeAndContext
	fnAllocatedSize
	fnGetClassName
	fnIsProxy
	fnPromiseState
	fnPromiseResult
	fnGetProxyTarget
	fnMalloc
	fnFree

	// The engine's C interface: contexts and values as they are.
	fnClassID
	fnOpaque
	fnPrototype
	fnSetPrototype
	fnOwnNames
	fnFreeNames
	fnOwnProperty
	fnAtomValue
	fnDupAtom
	fnTextOf
	fnFreeText
	fnDupRaw
	fnDropRaw
	fnMakeString
	fnParseJSON
	fnCallRaw
	fnNewPromise
	exportCount
)

var exportNames = [exportCount]string{
	fnInitialize:           "_initialize",
	fnInit:                 "qjs_init",
	fnSetMemoryLimit:       "qjs_set_memory_limit",
	fnSetStackSize:         "qjs_set_max_stack_size",
	fnSetGCThreshold:       "qjs_set_gc_threshold",
	fnSetRejectionHandler:  "qjs_set_promise_rejection_handler",
	fnEval:                 "qjs_eval",
	fnCall:                 "qjs_call",
	fnNewString:            "qjs_new_string",
	fnNewNumber:            "qjs_new_number",
	fnNewHostFunction:      "qjs_new_host_function",
	fnGetFloat64:           "qjs_get_float64",
	fnGetStringLen:         "qjs_get_string_len",
	fnFreeCString:          "qjs_free_cstring",
	fnGetUndefined:         "qjs_get_undefined",
	fnGetGlobal:            "qjs_get_global",
	fnSetPropString:        "qjs_set_prop_string",
	fnGetPropString:        "qjs_get_prop_string",
	fnFreeValue:            "qjs_free_value",
	fnDupValue:             "qjs_dup_value",
	fnIsException:          "qjs_is_exception",
	fnIsUncatchable:        "qjs_is_uncatchable_error",
	fnIsString:             "qjs_is_string",
	fnGetException:         "qjs_get_exception",
	fnGetValuePtr:          "qjs_get_value_ptr",
	fnExecuteJob:           "qjs_execute_pending_job",
	fnRunGC:                "qjs_run_gc",
	fnGetRuntime:           "qjs_get_runtime_ptr",
	fnGetContext:           "qjs_get_context_ptr",
	fnSetRuntimeAndContext: "qjs_set_runtime_and_context",
	fnAllocatedSize:        "qjs_get_allocated_size",
	fnGetClassName:         "qjs_get_class_name",
	fnIsProxy:              "qjs_is_proxy",
	fnPromiseState:         "qjs_promise_state",
	fnPromiseResult:        "qjs_promise_result",
	fnGetProxyTarget:       "qjs_get_proxy_target",
	fnMalloc:               "wasm_malloc",
	fnFree:                 "wasm_free",

	fnClassID:      "JS_GetClassID",
	fnOpaque:       "JS_GetAnyOpaque",
	fnPrototype:    "JS_GetPrototype",
	fnSetPrototype: "JS_SetPrototype",
	fnOwnNames:     "JS_GetOwnPropertyNames",
	fnFreeNames:    "JS_FreePropertyEnum",
	fnOwnProperty:  "JS_GetOwnProperty",
	fnAtomValue:    "JS_AtomToValue",
	fnDupAtom:      "JS_DupAtom",
	fnTextOf:       "JS_ToCStringLen2",
	fnFreeText:     "JS_FreeCString",
	fnDupRaw:       "JS_DupValue",
	fnDropRaw:      "JS_FreeValue",
	fnMakeString:   "JS_NewStringLen",
	fnParseJSON:    "JS_ParseJSON",
	fnCallRaw:      "JS_Call",
	fnNewPromise:   "JS_NewPromiseCapability",
}

// The exported stack pointer is the only mutable global that matters.
const stackPointer = "__stack_pointer"

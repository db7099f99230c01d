package transcript

import "github.com/agent-admin/memoria/wiki/prose"

// The kinds of rows that clients up to 2.1.332 write and that never hold words.
var (
	stateKinds = prose.Set(`file-history-snapshot file-history-delta last-prompt mode permission-mode agent-name agent-color agent-setting
		tools-used cost-state atis-latch api-request api-request-shape api-request-blob progress pr-link tag worktree-state
		content-replacement attribution-snapshot`)

	systemKinds = prose.Set(`stop_hook_summary turn_duration compact_boundary microcompact_boundary local_command informational api_error
		away_summary bridge_status scheduled_task_fire agents_killed`)

	attachmentKinds = prose.Set(`queued_command hook_success hook_additional_context hook_system_message hook_cancelled hook_blocking_error
		hook_non_blocking_error hook_error_during_execution hook_stopped_continuation hook_permission_decision file directory
		instructions skill_listing environment model date date_change session_context prompt_snapshot auto_mode auto_mode_exit
		invoked_skills command_permissions mcp_instructions_delta agent_listing_delta deferred_tools_delta diagnostics
		edited_text_file edited_image_file max_turns_reached opened_file_in_ide plan_mode plan_mode_exit plan_mode_reentry
		plan_file_reference remote_session_change selected_lines_in_ide task_reminder todo_reminder todo nested_memory
		relevant_memories compact_file_reference already_read_file pdf_reference task_status output_style output_token_usage
		token_usage budget_usd critical_system_reminder ultrathink_effort verify_plan_reminder dynamic_skill async_hook_response
		mcp_resource agent_mention`)
)
